import { formatDay, formatHour } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { useApp } from "#platform/app/app.tsx"
import { useStoredReplies } from "#platform/offline/stored-replies.ts"
import { Button } from "#ui/button.tsx"

/** Says since when the device has what the dashboard shows without a connection, and reads it again with one. */
export function StoredNotice() {
  const { t, language } = useApp()
  const stored = useStoredReplies()
  const client = useQueryClient()
  const readAgain = () => {
    const names = [...stored.keys()].map((name) => `${name}/`)
    const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      names.some((name) => `${queryKey.join("/")}/`.startsWith(name))
    void client.refetchQueries({ predicate })
  }
  useEffect(() => {
    addEventListener("online", readAgain)
    return () => removeEventListener("online", readAgain)
  })
  if (stored.size === 0) return null
  const at = new Date(Math.min(...stored.values())).toISOString()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="notice caution stored-notice" role="status">
      <p>{t("dashboard.stored", { when: `${formatDay(language, at, zone)}, ${formatHour(language, at, zone)}` })}</p>
      <Button look="quiet" compact onClick={readAgain}>
        {t("error.retry")}
      </Button>
      <a className="underline" href={pathIn(language, "/saved")}>
        {t("dashboard.saved")}
      </a>
    </div>
  )
}
