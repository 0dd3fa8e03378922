import { useAdminApp } from "#platform/app/app.tsx"

/** Props of `LoadFailed` for a failed query of the admin app, with a retry button. */
export function useLoadError() {
  const { t, failureTexts } = useAdminApp()
  return (error: unknown, retry: () => unknown) => ({
    ...failureTexts(error, t("admin.load_failed")),
    retry: t("error.retry"),
    onRetry: () => void retry(),
  })
}
