import { useAdminApp } from "#platform/app/app.tsx"

/**
 * Runs an action on several records and shows a toast with the result. `run` calls `onDone` for each finished record and
 * rejects if one fails.
 * @returns the ids of the finished records
 */
export function useBulkAction() {
  const { t, showToast, showFailure } = useAdminApp()
  const showPartialFailure = useShowPartialFailure()
  return async (
    ids: readonly string[],
    run: (onDone: (id: string) => void) => Promise<unknown>,
    successText: (count: number) => string,
  ): Promise<readonly string[]> => {
    if (ids.length === 0) return []
    const done: string[] = []
    try {
      await run((id) => done.push(id))
      showToast("success", t("admin.updated_title"), successText(done.length))
    } catch (failure) {
      if (done.length === 0) showFailure(failure)
      else showPartialFailure(failure, done.length, ids.length)
    }
    return done
  }
}

/** Shows a toast that only some records are done, with the reason. */
export function useShowPartialFailure() {
  const { t, showToast, failureMessage } = useAdminApp()
  return (failure: unknown, count: number, total: number) => {
    showToast("failure", t("admin.partly_title"), `${t("admin.partly", { count, total })} ${failureMessage(failure)}`)
  }
}
