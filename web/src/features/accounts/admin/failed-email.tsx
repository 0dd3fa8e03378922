import type { WaitingItem } from "@haitech/contract/admin/accounts"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { useRetryJob } from "./api.ts"

interface Props {
  readonly item: WaitingItem
  readonly onRetried: () => void
}

/** An email that was given up, with its reason. */
export function FailedEmail({ item: { id, name, about, text, since }, onRetried }: Props) {
  const { t, language, timeZone, showToast, showFailure } = useAdminApp()
  const { mutate: retry, isPending } = useRetryJob()
  return (
    <>
      <h2>{name ?? t("admin.no_name")}</h2>
      <dl className="admin-facts">
        <dt>{t("admin.email_kind")}</dt>
        <dd>{about}</dd>
        <dt>{t("admin.email_error")}</dt>
        <dd>{text ?? "–"}</dd>
        <dt>{t("admin.written")}</dt>
        <dd>{formatWhen(language, since, timeZone).exact}</dd>
      </dl>
      <p>
        <BusyButton
          compact
          isBusy={isPending}
          onClick={() =>
            retry(id, {
              onSuccess() {
                showToast("success", t("admin.updated_title"), t("admin.email_retried"))
                onRetried()
              },
              onError: showFailure,
            })
          }
        >
          {t("admin.email_retry")}
        </BusyButton>
      </p>
    </>
  )
}
