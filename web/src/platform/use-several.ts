import { saidOf, useOffice } from "./app.tsx"

/**
 * Does one thing to several records, and says how far it came. `act` tells of each that is done, and stops at the first
 * refusal.
 * @returns those that are done
 */
export function useSeveral() {
  const { t, tell, tellFailure } = useOffice()
  const tellPartly = useTellPartly()
  return async (
    ids: readonly string[],
    act: (onDone: (id: string) => void) => Promise<unknown>,
    said: (count: number) => string,
  ): Promise<readonly string[]> => {
    if (ids.length === 0) return []
    const done: string[] = []
    try {
      await act((id) => done.push(id))
      tell("success", t("office.updated_title"), said(done.length))
    } catch (failure) {
      if (done.length === 0) tellFailure(failure)
      else tellPartly(failure, done.length, ids.length)
    }
    return done
  }
}

/** Says that only some are done, and why not all. */
export function useTellPartly() {
  const { t, tell } = useOffice()
  return (failure: unknown, count: number, total: number) => {
    const why = saidOf(failure).message ?? t("office.try_later")
    tell("failure", t("office.partly_title"), `${t("office.partly", { count, total })} ${why}`)
  }
}
