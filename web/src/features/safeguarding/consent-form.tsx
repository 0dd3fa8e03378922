import type { Language } from "@haitech/contract/languages"
import type { GuardianConsent } from "@haitech/contract/safeguarding"
import { useState } from "react"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { RadioGroup } from "#ui/choice.tsx"
import { Notice } from "#ui/notice.tsx"
import type { Decision } from "./use-guardian.ts"

export const CONSENT_FORM_TEXTS = [
  "guardian.someone",
  "guardian.asks",
  "guardian.renews",
  "guardian.what_title",
  "guardian.what",
  "guardian.sees_title",
  "guardian.sees",
  "guardian.back_title",
  "guardian.back",
  "guardian.data",
  "guardian.safety",
  "guardian.allows",
  "guardian.certificates",
  "guardian.certificates_note",
  "guardian.recording",
  "guardian.recording_note",
  "guardian.yes",
  "guardian.no",
  "guardian.send",
  "guardian.sending",
  "field.choice.required",
  "session.not_done",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof CONSENT_FORM_TEXTS)[number], string>>
  readonly language: Language
  readonly consent: GuardianConsent
  readonly textVersion: string
  readonly safetyPage: string
  /** Rejects when it failed. */
  readonly onDecide: (decision: Decision) => Promise<void>
}

const CHOICES = [
  { name: "allows", label: "guardian.allows" },
  { name: "allowsCertificates", label: "guardian.certificates", note: "guardian.certificates_note" },
  { name: "allowsRecording", label: "guardian.recording", note: "guardian.recording_note" },
] as const

/** What, who sees it, how to take it back, and three questions without a default. */
export function ConsentForm({ texts, language, consent, textVersion, safetyPage, onDecide }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const { form, isSending, errors } = useFormSubmit<void>({
    async send(input) {
      setFailure(null)
      const missing = CHOICES.filter(({ name }) => !input.has(name))
      if (missing.length > 0) {
        return { state: "invalid", codes: Object.fromEntries(missing.map(({ name }) => [name, "choice.required"])) }
      }
      const [allows, allowsCertificates, allowsRecording] = CHOICES.map(({ name }) => input.get(name) === "yes")
      const decision = { allows, allowsCertificates, allowsRecording } as Omit<Decision, "textVersion">
      try {
        return { state: "sent", body: await onDecide({ textVersion, ...decision }) }
      } catch (error) {
        setFailure(await explainFailure(error, language))
        throw error
      }
    },
    texts,
  })
  const child = consent.firstName ?? texts["guardian.someone"]
  return (
    <form className="guardian-form" {...form}>
      <h2>{fill(texts[consent.isRenewal ? "guardian.renews" : "guardian.asks"], { child })}</h2>
      <div className="guardian-facts">
        {(["what", "sees", "back"] as const).map((fact) => (
          <section key={fact}>
            <h3>{texts[`guardian.${fact}_title`]}</h3>
            <p>{texts[`guardian.${fact}`]}</p>
          </section>
        ))}
      </div>
      <Choices texts={texts} errors={errors} />
      <p className="small text-muted">
        {texts["guardian.data"]}{" "}
        <a className="more" href={safetyPage}>
          {texts["guardian.safety"]}
        </a>
      </p>
      {failure && (
        <Notice failed>
          {texts["session.not_done"]} {failure}
        </Notice>
      )}
      <p>
        <BusyButton type="submit" isBusy={isSending}>
          {texts[isSending ? "guardian.sending" : "guardian.send"]}
        </BusyButton>
      </p>
    </form>
  )
}

function Choices({ texts, errors }: Pick<Props, "texts"> & { readonly errors: Readonly<Record<string, string>> }) {
  return CHOICES.map(({ name, label, ...more }) => (
    <div key={name}>
      <RadioGroup
        legend={texts[label]}
        name={name}
        look="tiles"
        required
        error={errors[name]}
        options={[
          { value: "yes", label: texts["guardian.yes"] },
          { value: "no", label: texts["guardian.no"] },
        ]}
      />
      {"note" in more && <p className="small mt-1 text-muted">{texts[more.note]}</p>}
    </div>
  ))
}
