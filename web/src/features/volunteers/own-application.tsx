import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { OwnApplication as Application } from "@haitech/contract/volunteers"
import { useId, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Notice } from "#ui/notice.tsx"
import { STEPS_TEXTS, Steps } from "./steps.tsx"
import { STORED_TEXTS, Stored } from "./stored.tsx"
import { WITHDRAW_TEXTS, WithdrawDialog } from "./withdraw-dialog.tsx"

export const OWN_TEXTS = [
  ...STEPS_TEXTS,
  ...STORED_TEXTS,
  ...WITHDRAW_TEXTS,
  "role.volunteer",
  "role.mentor",
  "role.ambassador",
  "application.title",
  "application.sent_on",
  "application.now_new",
  "application.now_interview",
  "application.now_screening",
  "application.now_training",
  "application.now_active",
  "application.now_paused",
  "application.now_alumni",
  "application.now_declined",
  "application.next_on",
  "application.late",
  "application.withdraw",
  "donate.write",
  "session.not_done",
] as const satisfies readonly MessageKey[]

const ROLES = { volunteer: "role.volunteer", mentor: "role.mentor", ambassador: "role.ambassador" } as const
const SENTENCES = {
  new: "application.now_new",
  interview: "application.now_interview",
  screening: "application.now_screening",
  training: "application.now_training",
  active: "application.now_active",
  paused: "application.now_paused",
  alumni: "application.now_alumni",
  declined: "application.now_declined",
} as const

interface Props {
  readonly texts: Readonly<Record<(typeof OWN_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly application: Application
  readonly contactPage: string
  /** Rejects when it failed. */
  readonly withdraw: () => Promise<void>
}

/** Where an application stands, what comes next, what is stored, and how to withdraw it. */
export function OwnApplication({ texts, language, timeZone, application, contactPage, withdraw }: Props) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const sentence = entryOf(SENTENCES, application.status)
  const sentOn = formatDay(language, application.createdAt, timeZone)

  async function confirm() {
    setBusy(true)
    setReason(null)
    try {
      await withdraw()
    } catch (error) {
      setReason(await explainFailure(error, language))
      setBusy(false)
    }
  }

  return (
    <article className="own-application" aria-labelledby={id}>
      <header>
        <h2 id={id}>{texts[entryOf(ROLES, application.role) ?? "application.title"]}</h2>
        <p className="text-muted">{fill(texts["application.sent_on"], { day: sentOn })}</p>
      </header>
      <Steps texts={texts} status={application.status} />
      <div className="grid gap-2">
        {sentence && <p className="lead">{texts[sentence]}</p>}
        <Next {...{ texts, language, application, contactPage }} />
      </div>
      <Stored {...{ texts, application }} />
      {reason !== null && (
        <Notice failed>
          {texts["session.not_done"]} {reason}
        </Notice>
      )}
      {application.canWithdraw && (
        <div>
          <BusyButton isBusy={isBusy} look="quiet" compact onClick={() => setAsking(true)}>
            {texts["application.withdraw"]}
          </BusyButton>
        </div>
      )}
      <WithdrawDialog
        texts={texts}
        id={`${id}-withdraw`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onWithdraw={() => void confirm()}
      />
    </article>
  )
}

function Next({ texts, language, application, contactPage }: Omit<Props, "withdraw" | "timeZone">) {
  const { nextOn, isLate } = application
  if (!nextOn) return null
  const day = formatDay(language, `${nextOn}T00:00:00Z`, "UTC")
  if (!isLate) return <p className="strong">{fill(texts["application.next_on"], { day })}</p>
  return (
    <p className="strong">
      {fill(texts["application.late"], { day })}{" "}
      <a className="more" href={contactPage}>
        {texts["donate.write"]}
      </a>
    </p>
  )
}
