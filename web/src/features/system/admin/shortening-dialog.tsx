import type { RetentionRecord } from "@haitech/contract/admin/retention"
import { formatPeriod } from "@haitech/contract/retention"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useRetentionApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useRetentionCount, useSaveRetention } from "./retention-api.ts"

interface Props {
  readonly record: RetentionRecord
  /** Null while the dialog is closed. */
  readonly period: number | null
  readonly onClose: () => void
}

/** Says what a shorter period deletes, before it is saved. */
export function ShorteningDialog({ record, period, onClose }: Props) {
  const { t, language } = useRetentionApp()
  const { kind } = record
  const title = period === null ? "" : t("retention.dialog_title", { period: formatPeriod(language, kind, period) })
  return (
    <Dialog id={`shorten-${kind}`} title={title} closeLabel={t("dialog.close")} {...useModal(period !== null, onClose)}>
      {period !== null && <Question record={record} period={period} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ record, period, onClose }: Props & { readonly period: number }) {
  const { t, language, timeZone, showToast, failureMessage } = useRetentionApp()
  const { kind, version, rows } = record
  const loadError = useLoadError()
  const count = useRetentionCount(kind, period)
  const { mutateAsync, isPending } = useSaveRetention(kind)
  const dayOf = (instant: string) => formatWhen(language, instant, timeZone).exact
  if (count.error) return <LoadFailed {...loadError(count.error, count.refetch)} />
  if (!count.data) return <Skeleton className="mt-3 h-24" />
  const number = (value: number) => formatNumber(language, value)
  async function shorten() {
    try {
      const { pending } = await mutateAsync({ version, period })
      showToast("success", t("admin.updated_title"), t("retention.begins", { day: dayOf(pending?.appliesAt ?? "") }))
    } catch (failure) {
      showToast("failure", t("admin.save_failed_title"), failureMessage(failure))
    }
    onClose()
  }
  return (
    <>
      <p className="mt-3 text-muted">
        {t("retention.dialog_about", {
          count: number(count.data.rows),
          rows: number(rows),
          day: dayOf(count.data.appliesAt),
        })}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <BusyButton className="danger" isBusy={isPending} onClick={() => void shorten()}>
          {t("retention.shorten")}
        </BusyButton>
        <Button look="quiet" disabled={isPending} onClick={onClose}>
          {t("profile.cancel")}
        </Button>
      </div>
    </>
  )
}
