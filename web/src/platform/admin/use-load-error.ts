import { serverProblem, useAdminApp } from "#platform/app/app.tsx"

/** Props of `LoadFailed` for a failed query of the admin app, with a retry button. */
export function useLoadError() {
  const { t } = useAdminApp()
  return (error: unknown, retry: () => unknown) => ({
    title: t("admin.load_failed"),
    message: serverProblem(error).message ?? t("admin.try_later"),
    retry: t("error.retry"),
    onRetry: () => void retry(),
  })
}
