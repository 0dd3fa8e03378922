import type { RetentionRecord } from "@haitech/contract/admin/retention"
import { formatPeriod, RETENTION } from "@haitech/contract/retention"
import { useId, useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useRetentionApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Field } from "#ui/field.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useRetention, useSaveRetention } from "./retention-api.ts"
import { ShorteningDialog } from "./shortening-dialog.tsx"

/** How long each kind of data is stored, and what the next cleanup deletes. */
export function RetentionList() {
  const loadError = useLoadError()
  const { data, error, refetch } = useRetention()
  if (error && !data) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="h-96" />
  return data.map((record) => <Kind key={record.kind} record={record} />)
}

interface Props {
  readonly record: RetentionRecord
}

function Kind({ record }: Props) {
  const { t, language } = useRetentionApp()
  const { kind, rows, due, pending } = record
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const number = (count: number) => formatNumber(language, count)
  return (
    <section className="admin-box" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {t(`retention.${kind}`)}
      </h2>
      <p className="text-muted">{t(`retention.${kind}_why`)}</p>
      <p>{t("retention.counts", { rows: number(rows), due: number(due) })}</p>
      {pending && <Pending record={record} pending={pending} onTakenBack={() => heading.current?.focus()} />}
      <PeriodForm record={record} />
    </section>
  )
}

interface PendingProps extends Props {
  readonly pending: NonNullable<RetentionRecord["pending"]>
  /** The button goes. */
  readonly onTakenBack: () => void
}

/** A shorter period that does not act yet. */
function Pending({ record, pending, onTakenBack }: PendingProps) {
  const { t, language, timeZone, showToast, showFailure } = useRetentionApp()
  const { kind, version, period } = record
  const { mutate, isPending } = useSaveRetention(kind)
  const day = formatWhen(language, pending.appliesAt, timeZone).exact
  return (
    <div className="notice caution grid gap-2">
      <p>{t("retention.pending", { day, period: formatPeriod(language, kind, pending.period) })}</p>
      <p>
        <BusyButton
          look="quiet"
          compact
          isBusy={isPending}
          onClick={() =>
            mutate(
              { version, period },
              {
                onSuccess() {
                  onTakenBack()
                  const back = t("retention.taken_back", { period: formatPeriod(language, kind, period) })
                  showToast("success", t("admin.updated_title"), back)
                },
                onError: showFailure,
              },
            )
          }
        >
          {t("retention.take_back")} <span className="sr">{t(`retention.${kind}`)}</span>
        </BusyButton>
      </p>
    </div>
  )
}

/** A longer period is saved at once; a shorter one after a question. */
function PeriodForm({ record }: Props) {
  const { t, language, showToast, failureMessage } = useRetentionApp()
  const { kind, version, period } = record
  const { unit, min, max } = RETENTION[kind]
  const { mutateAsync } = useSaveRetention(kind)
  const [shorter, setShorter] = useState<number | null>(null)
  const { form, isSending, errors } = useFormSubmit<RetentionRecord | null>({
    async send(input) {
      const chosen = Number(input.get("period"))
      if (!Number.isInteger(chosen) || chosen < min || chosen > max)
        return { state: "invalid", texts: { period: t("field.retention.invalid") } }
      if (chosen >= period) return { state: "sent", body: await mutateAsync({ version, period: chosen }) }
      setShorter(chosen)
      return { state: "sent", body: null }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state !== "sent" || !result.body) return
      const name = t(`retention.${kind}`)
      showToast("success", t("admin.updated_title"), `${name}: ${formatPeriod(language, kind, result.body.period)}`)
    },
  })
  return (
    <>
      <form {...form} className="retention-form">
        <Field
          key={version}
          label={t(`retention.period_${unit}`)}
          note={t("retention.range", { min, max })}
          name="period"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          required
          defaultValue={period}
          error={errors["period"]}
        />
        <div>
          <BusyButton type="submit" look="quiet" compact isBusy={isSending}>
            {isSending ? t("profile.saving") : t("profile.save")} <span className="sr">{t(`retention.${kind}`)}</span>
          </BusyButton>
        </div>
      </form>
      <ShorteningDialog record={record} period={shorter} onClose={() => setShorter(null)} />
    </>
  )
}
