import { useAmbassadorApp } from "#platform/app/app.tsx"

/** Copies a text and says so. Without HTTPS a browser has no clipboard. */
export function useCopy(): (text: string) => Promise<void> {
  const { t, showToast } = useAmbassadorApp()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      showToast("success", t("ambassador.copied_title"), t("ambassador.copied"))
    } catch {
      showToast("failure", t("ambassador.copy_failed_title"), t("ambassador.copy_failed"))
    }
  }
}
