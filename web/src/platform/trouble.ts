import { saidOf, useOffice } from "./app.tsx"

/** What the office says where something could not be loaded, with the way to try once more. */
export function useTrouble() {
  const { t } = useOffice()
  return (error: unknown, again: () => unknown) => ({
    title: t("office.load_failed"),
    message: saidOf(error).message ?? t("office.try_later"),
    retry: t("error.retry"),
    onRetry: () => void again(),
  })
}
