import type { Screening } from "@haitech/contract/admin/screening"
import { formatDay } from "@haitech/contract/clock"
import { SCREENING_STEPS } from "@haitech/contract/screening"
import { useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { RecordDialog, type Recording } from "./record-dialog.tsx"
import { useScreening } from "./screening-api.ts"
import { ScreeningStepItem } from "./screening-step.tsx"
import { ScreeningWork } from "./screening-work.tsx"
import { endState, stepsOf } from "./steps.ts"
import { WithdrawDialog, type Withdrawing } from "./withdraw-dialog.tsx"

interface Props {
  readonly userId: string
  /** The signed-in administrator's id: nobody confirms what they recorded, or their own. */
  readonly me: string | undefined
}

/** A person's five steps, for two administrators to record and confirm, and what depends on them. */
export function ScreeningCard({ userId, me }: Props) {
  const { t } = useScreeningAdminApp()
  const loadError = useLoadError()
  const { data: screening, error, refetch } = useScreening(userId)
  if (screening) return <Loaded screening={screening} me={me} />
  return (
    <section className="admin-box" aria-label={t("admin.screening_title")} aria-busy={!error}>
      <h3>{t("admin.screening_title")}</h3>
      {error ? <LoadFailed {...loadError(error, refetch)} /> : <Skeleton className="h-48" />}
    </section>
  )
}

interface LoadedProps extends Pick<Props, "me"> {
  readonly screening: Screening
}

function Loaded({ screening, me }: LoadedProps) {
  const { t } = useScreeningAdminApp()
  const { userId, name, records } = screening
  const [recording, setRecording] = useState<Recording | null>(null)
  const [withdrawing, setWithdrawing] = useState<Withdrawing | null>(null)
  const isOwn = userId === me
  return (
    <section className="admin-box" aria-label={t("admin.screening_title")}>
      <div className="admin-screening-head">
        <h3>{t("admin.screening_title")}</h3>
        <ScreeningChip screening={screening} />
      </div>
      <ScreeningWork screening={screening} />
      <p className="small text-muted">{t(isOwn ? "admin.screening_own" : "admin.screening_about")}</p>
      <ol className="admin-screening">
        {stepsOf(records).map((step) => (
          <ScreeningStepItem
            key={step.step}
            step={step}
            me={me}
            isOwn={isOwn}
            onRecord={() => setRecording({ userId, step: step.step })}
            onWithdraw={(record) => setWithdrawing({ record, name })}
          />
        ))}
      </ol>
      <RecordDialog recording={recording} onClose={() => setRecording(null)} />
      <WithdrawDialog withdrawing={withdrawing} onClose={() => setWithdrawing(null)} />
    </section>
  )
}

const TONES = { valid: "good", ending: "wait", lapsed: "bad" } as const
const TEXTS = {
  valid: "admin.screening_valid",
  ending: "admin.screening_ending",
  lapsed: "admin.screening_ended",
} as const

function ScreeningChip({ screening: { screenedUntil, records } }: Pick<LoadedProps, "screening">) {
  const { t, language, timeZone } = useScreeningAdminApp()
  if (screenedUntil) {
    const state = endState(screenedUntil)
    return <Chip tone={TONES[state]}>{t(TEXTS[state], { day: formatDay(language, screenedUntil, timeZone) })}</Chip>
  }
  const count = stepsOf(records).filter(({ counting }) => counting).length
  if (count === 0) return <Chip tone="bad">{t("admin.screening_missing")}</Chip>
  return <Chip tone="bad">{t("admin.screening_incomplete", { count, all: SCREENING_STEPS.length })}</Chip>
}
