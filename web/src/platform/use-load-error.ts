import { serverProblem, useAdminApp } from "./app.tsx"

/** What the office says where something could not be loaded, with the way to try once more. */
export function useLoadError() {
  const { t } = useAdminApp()
  return (error: unknown, again: () => unknown) => ({
    title: t("admin.load_failed"),
    message: serverProblem(error).message ?? t("admin.try_later"),
    retry: t("error.retry"),
    onRetry: () => void again(),
  })
}
