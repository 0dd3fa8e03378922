import { formatDay } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { GuardianConsent } from "@haitech/contract/safeguarding"
import { useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Notice } from "#ui/notice.tsx"
import { LinkState } from "#ui/page-states.tsx"
import { useModal } from "#ui/use-modal.ts"
import { CONSENT_FORM_TEXTS, ConsentForm } from "./consent-form.tsx"
import { useGuardian } from "./use-guardian.ts"

export const GUARDIAN_TEXTS = [
  ...CONSENT_FORM_TEXTS,
  "guardian.link",
  "guardian.loading",
  "guardian.failed",
  "guardian.given",
  "guardian.refused",
  "guardian.revoked",
  "guardian.withdrawn",
  "guardian.expired",
  "guardian.lapsed",
  "guardian.replaced",
  "guardian.revoke",
  "guardian.revoke_title",
  "guardian.revoke_text",
  "guardian.keep",
  "error.retry",
  "problem.consent_link.expired",
  "donate.write",
  "session.not_done",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof GUARDIAN_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  readonly timeZone: string
  readonly textVersion: string
  readonly contactPage: string
  readonly safetyPage: string
}

/** What a guardian reads, answers and takes back. Opening the link changes nothing: only the buttons do. */
export function GuardianCard({ texts, language, timeZone, textVersion, contactPage, safetyPage }: Props) {
  const { view, retry, decide, revoke } = useGuardian(language)
  const outcome = useRef<HTMLDivElement>(null)
  if (view.state !== "shown") {
    const linkTexts = {
      loading: texts["guardian.loading"],
      failed: texts["guardian.failed"],
      retry: texts["error.retry"],
      unknown: texts["problem.consent_link.expired"],
      noLink: texts["guardian.link"],
      write: texts["donate.write"],
    }
    return <LinkState view={view} texts={linkTexts} contactPage={contactPage} onRetry={retry} />
  }
  const focus = () => outcome.current?.focus()
  const { consent } = view
  return (
    <div className="guardian" ref={outcome} tabIndex={-1}>
      {consent.state === "requested" ? (
        <ConsentForm
          {...{ texts, language, consent, textVersion, safetyPage }}
          onDecide={async (decision) => {
            await decide(decision)
            focus()
          }}
        />
      ) : (
        <Decided {...{ texts, language, timeZone, consent, revoke }} onRevoked={focus} />
      )}
    </div>
  )
}

const STATES = {
  given: "guardian.given",
  refused: "guardian.refused",
  revoked: "guardian.revoked",
  withdrawn: "guardian.withdrawn",
  expired: "guardian.expired",
  lapsed: "guardian.lapsed",
  replaced: "guardian.replaced",
} as const

interface DecidedProps extends Pick<Props, "texts" | "language" | "timeZone"> {
  readonly consent: GuardianConsent
  readonly revoke: () => Promise<void>
  readonly onRevoked: () => void
}

function Decided({ texts, language, timeZone, consent, revoke, onRevoked }: DecidedProps) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const dayOf = (at: string | null) => (at ? formatDay(language, at, timeZone) : "")
  const { state, decidedAt, validUntil, endedAt } = consent
  const text = entryOf(STATES, state)
  const day = state === "given" ? decidedAt : (endedAt ?? validUntil)
  const mayRevoke = state === "given" || state === "replaced"
  async function takeBack() {
    setBusy(true)
    const reason = await revoke().then(
      () => null,
      (error: unknown) => explainFailure(error, language),
    )
    flushSync(() => {
      setBusy(false)
      setFailure(reason)
    })
    if (reason === null) onRevoked()
  }
  return (
    <>
      <h2>{consent.firstName ?? texts["guardian.someone"]}</h2>
      {text && (
        <p className="lead" role="status">
          {fill(texts[text], { day: dayOf(day), end: dayOf(validUntil) })}
        </p>
      )}
      {state === "given" && <Choices {...{ texts, consent }} />}
      {failure && (
        <Notice failed>
          {texts["session.not_done"]} {failure}
        </Notice>
      )}
      {mayRevoke && (
        <p>
          <BusyButton look="quiet" isBusy={isBusy} onClick={() => setAsking(true)}>
            {texts["guardian.revoke"]}
          </BusyButton>
        </p>
      )}
      <RevokeDialog
        {...{ texts }}
        id={`${id}-revoke`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onRevoke={() => void takeBack()}
      />
    </>
  )
}

function Choices({ texts, consent }: Pick<DecidedProps, "texts" | "consent">) {
  const choices = [
    ["guardian.allows", true],
    ["guardian.certificates", consent.allowsCertificates],
    ["guardian.recording", consent.allowsRecording],
  ] as const
  return (
    <dl className="guardian-choices">
      {choices.map(([choice, isAllowed]) => (
        <div key={choice}>
          <dt>{texts[choice]}</dt>
          <dd>{texts[isAllowed ? "guardian.yes" : "guardian.no"]}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DialogProps {
  readonly texts: Texts
  readonly id: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRevoke: () => void
}

function RevokeDialog({ texts, id, isOpen, onClose, onRevoke }: DialogProps) {
  const modal = useModal(isOpen, onClose)
  return (
    <Dialog {...modal} id={id} title={texts["guardian.revoke_title"]} aria-describedby={`${id}-text`}>
      <p className="mt-3 text-muted" id={`${id}-text`}>
        {texts["guardian.revoke_text"]}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="quiet" onClick={onClose}>
          {texts["guardian.keep"]}
        </Button>
        <Button
          onClick={() => {
            onClose()
            onRevoke()
          }}
        >
          {texts["guardian.revoke"]}
        </Button>
      </div>
    </Dialog>
  )
}
