import type { ScreeningRecord } from "@haitech/contract/admin/screening"
import { formatDay } from "@haitech/contract/clock"
import type { ScreeningStep } from "@haitech/contract/screening"
import { type ScreeningAdminText, useScreeningAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { useConfirmStep } from "./screening-api.ts"
import { type EndState, endState, type Step } from "./steps.ts"

export const STEP_TEXTS = {
  identity: "admin.screening_identity",
  references: "admin.screening_references",
  background_check: "admin.screening_background_check",
  safeguarding_course: "admin.screening_safeguarding_course",
  interview: "admin.screening_interview",
} as const satisfies Readonly<Record<ScreeningStep, ScreeningAdminText>>

interface Props {
  readonly step: Step
  readonly me: string | undefined
  readonly isOwn: boolean
  readonly onRecord: () => void
  readonly onWithdraw: (record: ScreeningRecord) => void
}

export function ScreeningStepItem({ step, me, isOwn, onRecord, onWithdraw }: Props) {
  const { t } = useScreeningAdminApp()
  const { counting, waiting, withdrawn } = step
  const name = t(STEP_TEXTS[step.step])
  const action = (text: ScreeningAdminText) => t("admin.screening_action", { action: t(text), step: name })
  const again = waiting ? "admin.screening_again" : counting ? "admin.screening_renew" : "admin.screening_record"
  return (
    <li>
      <p className="admin-screening-step">
        <b>{name}</b> <StepChip step={step} />
      </p>
      {counting && <RecordFacts record={counting} />}
      {waiting && <RecordFacts record={waiting} isRenewal={counting !== undefined} />}
      {withdrawn && <Withdrawn record={withdrawn} />}
      {waiting && waiting.recordedBy?.id === me && <p className="small">{t("admin.screening_yours")}</p>}
      <p className="admin-screening-actions">
        {waiting && !isOwn && waiting.recordedBy?.id !== me && (
          <ConfirmButton record={waiting} label={action("admin.screening_confirm")} />
        )}
        {!isOwn && (
          <Button compact look="quiet" aria-label={action(again)} onClick={onRecord}>
            {t(again)}
          </Button>
        )}
        {[waiting, counting].map(
          (record) =>
            record && (
              <Button
                key={record.id}
                compact
                look="quiet"
                className="danger"
                aria-label={action("admin.screening_withdraw")}
                aria-describedby={record.id}
                onClick={() => onWithdraw(record)}
              >
                {t(record === waiting && counting ? "admin.screening_withdraw_renewal" : "admin.screening_withdraw")}
              </Button>
            ),
        )}
      </p>
    </li>
  )
}

const CHIPS = {
  valid: ["good", "admin.screening_valid"],
  ending: ["wait", "admin.screening_ending"],
  lapsed: ["bad", "admin.screening_ended"],
} as const satisfies Readonly<Record<EndState, readonly [ChipTone, ScreeningAdminText]>>

function StepChip({ step: { counting, waiting } }: Pick<Props, "step">) {
  const { t, language, timeZone } = useScreeningAdminApp()
  if (counting) {
    const [tone, text] = CHIPS[endState(counting.validUntil)]
    return <Chip tone={tone}>{t(text, { day: formatDay(language, counting.validUntil, timeZone) })}</Chip>
  }
  if (waiting) return <Chip tone="info">{t("admin.screening_step_waits")}</Chip>
  return <Chip>{t("admin.screening_step_missing")}</Chip>
}

interface FactsProps {
  readonly record: ScreeningRecord
  readonly isRenewal?: boolean
}

function RecordFacts({ record, isRenewal = false }: FactsProps) {
  const { t, language, timeZone } = useScreeningAdminApp()
  const { id, reference, validUntil, recordedBy, recordedAt, confirmedBy, confirmedAt } = record
  const day = (at: string) => formatDay(language, at, timeZone)
  const nameOf = (person: typeof recordedBy) => person?.name ?? t("admin.screening_former")
  const facts = [
    isRenewal
      ? t("admin.screening_renewal", { day: day(validUntil) })
      : confirmedAt === null && t("admin.screening_valid", { day: day(validUntil) }),
    t("admin.screening_recorded", { name: nameOf(recordedBy), day: day(recordedAt) }),
    confirmedAt && t("admin.screening_confirmed", { name: nameOf(confirmedBy), day: day(confirmedAt) }),
    reference && t("admin.screening_reference_is", { reference }),
  ].filter((fact) => typeof fact === "string")
  return (
    <ul id={id} className="small text-muted">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

function Withdrawn({ record: { withdrawnAt, withdrawalReason } }: FactsProps) {
  const { t, language, timeZone } = useScreeningAdminApp()
  const day = withdrawnAt ? formatDay(language, withdrawnAt, timeZone) : ""
  return <p className="small admin-words">{t("admin.screening_withdrawn", { day, reason: withdrawalReason ?? "" })}</p>
}

interface ConfirmProps {
  readonly record: ScreeningRecord
  readonly label: string
}

function ConfirmButton({ record: { id }, label }: ConfirmProps) {
  const { t, showToast, showFailure } = useScreeningAdminApp()
  const { mutate: confirm, isPending } = useConfirmStep()
  return (
    <BusyButton
      compact
      isBusy={isPending}
      aria-label={label}
      aria-describedby={id}
      onClick={() =>
        confirm(id, {
          onSuccess: () => showToast("success", t("admin.screening_saved"), label),
          onError: showFailure,
        })
      }
    >
      {t("admin.screening_confirm")}
    </BusyButton>
  )
}
