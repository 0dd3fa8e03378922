import { serverProblem, useAdminApp } from "./app.tsx"

/**
 * Does one thing to several records, and says how far it came. `act` tells of each that is done, and stops at the first
 * refusal.
 * @returns those that are done
 */
export function useBulkAction() {
  const { t, showToast, showFailure } = useAdminApp()
  const showPartialFailure = useShowPartialFailure()
  return async (
    ids: readonly string[],
    act: (onDone: (id: string) => void) => Promise<unknown>,
    said: (count: number) => string,
  ): Promise<readonly string[]> => {
    if (ids.length === 0) return []
    const done: string[] = []
    try {
      await act((id) => done.push(id))
      showToast("success", t("admin.updated_title"), said(done.length))
    } catch (failure) {
      if (done.length === 0) showFailure(failure)
      else showPartialFailure(failure, done.length, ids.length)
    }
    return done
  }
}

/** Says that only some are done, and why not all. */
export function useShowPartialFailure() {
  const { t, showToast } = useAdminApp()
  return (failure: unknown, count: number, total: number) => {
    const why = serverProblem(failure).message ?? t("admin.try_later")
    showToast("failure", t("admin.partly_title"), `${t("admin.partly", { count, total })} ${why}`)
  }
}
