import { useAdminApp } from "#platform/app/app.tsx"

/** `run` calls `onDone` for each finished record and rejects if one fails. @returns the ids of the finished records */
export function useBulkAction() {
  const { t, showToast } = useAdminApp()
  const runBatch = useRunBatch()
  return async (
    ids: readonly string[],
    run: (onDone: (id: string) => void) => Promise<unknown>,
    successText: (count: number) => string,
  ): Promise<readonly string[]> => {
    if (ids.length === 0) return []
    const done = await runBatch(ids.length, (finished) => run((id) => finished.push(id)))
    if (done.length === ids.length) showToast("success", t("admin.updated_title"), successText(done.length))
    return done
  }
}

/**
 * Runs an action on `total` records. `run` adds the id of each finished record to its argument and rejects if one fails. A
 * toast says that only some records are done, with the reason; `onFailure` reports that none is.
 * @returns the ids of the finished records
 */
export function useRunBatch() {
  const { t, showToast, showFailure, failureMessage } = useAdminApp()
  return async (
    total: number,
    run: (done: string[]) => Promise<unknown>,
    onFailure = showFailure,
  ): Promise<readonly string[]> => {
    const done: string[] = []
    try {
      await run(done)
    } catch (failure) {
      const count = done.length
      if (count === 0) onFailure(failure)
      else
        showToast(
          "failure",
          t("admin.partly_title"),
          `${t("admin.partly", { count, total })} ${failureMessage(failure)}`,
        )
    }
    return done
  }
}
