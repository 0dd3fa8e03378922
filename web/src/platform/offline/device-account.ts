import { routes } from "@haitech/contract/routes"
import { CallFailed, request } from "#platform/http/request.ts"
import { session, sessionOwner } from "./session-owner.ts"
import { openStorage } from "./storage.ts"

/** Whose session this is, as `SESSION ACCOUNT`: a page without connection cannot ask. */
const OWNER_KEY = "learner"
const UNAUTHORIZED = 401

const storage = openStorage()

/** The account of this device's session, as far as is known without asking. */
export function knownOwner(): string | null {
  const [of, account] = storage.get(OWNER_KEY)?.split(" ") ?? []
  return of !== undefined && of === session() ? (account ?? null) : null
}

/** Whether something on this device belongs to who is signed in. */
export function isOwn(owner: string): boolean {
  return owner === knownOwner() || owner === sessionOwner()
}

interface DeviceAccount {
  readonly id: string
  readonly email: string
}

let identified: { readonly session: string; readonly account: DeviceAccount } | undefined

/** Asks the server once for each session; null for a guest. @throws what `request` throws */
export async function currentAccount(): Promise<DeviceAccount | null> {
  const current = session()
  if (current === undefined) return null
  try {
    if (identified?.session !== current) {
      const { id, email } = await request(routes.readUser, {}, document.documentElement.lang)
      identified = { session: current, account: { id, email } }
    }
    storage.set(OWNER_KEY, `${current} ${identified.account.id}`)
    return identified.account
  } catch (error) {
    if (error instanceof CallFailed && error.status === UNAUTHORIZED) return null
    throw error
  }
}

/** Like `currentAccount`, of which the id alone. @throws what `request` throws */
export async function currentOwner(): Promise<string | null> {
  return (await currentAccount())?.id ?? null
}
