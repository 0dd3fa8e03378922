export interface DeviceSession {
  /** Stands for the session that this device has now; null for a guest. */
  readonly session: () => string | null
  /** Its account, as far as is known without asking. */
  readonly account: () => string | null
  /** @throws without a connection */
  readonly identify: () => Promise<string | null>
}

/**
 * Whose page this is. Another page of the device may sign its account out and another one in; what happens on this page
 * still belongs to the account that opened it. A guest's page goes to the account that signs in.
 */
export function openPageAccount({ session, account, identify }: DeviceSession) {
  let opened = session()
  let known = account()
  const isSameSession = () => {
    if (opened === null) opened = session()
    if (opened !== session()) return false
    known = account() ?? known
    return true
  }
  return {
    /** Null for a guest. */
    owner(): string | null {
      isSameSession()
      return known ?? opened
    },
    /** Whether another account is signed in now, or nobody is any more. @throws without a connection */
    async isOver(): Promise<boolean> {
      if (isSameSession()) return false
      const current = session()
      if (current === null || (await identify()) !== known) return true
      opened = current
      return false
    },
  }
}

/** Opens the page anew for another account, whenever the reader comes back to it or the session changes elsewhere. */
export function leaveToOthers(page: ReturnType<typeof openPageAccount>): void {
  const check = async () => {
    // A new visit instead of a reload, after which browsers fill in what was typed.
    if (await page.isOver().catch(() => false)) location.replace(location.pathname + location.search)
  }
  document.addEventListener("visibilitychange", check)
  for (const type of ["focus", "pageshow", "storage"]) addEventListener(type, check)
  void check()
}
