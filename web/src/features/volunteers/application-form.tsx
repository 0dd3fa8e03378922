import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import type { Application } from "@haitech/contract/volunteers"
import { type RefObject, useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { CallFailed } from "#platform/http/request.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { Checkbox, RadioGroup } from "#ui/choice.tsx"
import { clearToast } from "#ui/clear-toast.ts"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"
import { type ApplicationSubmitResult, sendApplication } from "./api.ts"
import { FIELD_TEXTS, Fields, type Lengths } from "./application-fields.tsx"
import type { THANKS_TEXTS } from "./thanks.tsx"

export const APPLICATION_TEXTS = [
  ...FIELD_TEXTS,
  ...OFFLINE_TEXTS,
  "apply.see_own",
  "apply.role",
  "apply.consent",
  "apply.submit",
  "apply.submitting",
  "apply.check",
  "apply.kept",
  "apply.clear",
  "apply.clear_ask",
  "apply.failure_title",
  "apply.failure",
  "footer.privacy",
  "problem.application.open",
  "toast.region",
  "toast.close",
  "field.invalid",
  "field.role.unknown",
  "field.first_name.required",
  "field.applicant_first_name.too_long",
  "field.last_name.required",
  "field.applicant_last_name.too_long",
  "field.donor_email.invalid",
  "field.email.too_long",
  "field.phone.too_long",
  "field.country.too_long",
  "field.time_zone.unknown",
  "field.languages.too_long",
  "field.skills_description.too_long",
  "field.availability.too_long",
  "field.linkedin_url.invalid",
  "field.website_url.invalid",
  "field.motivation.too_short",
  "field.motivation.too_long",
  "field.experience.too_long",
  "field.referral.too_long",
  "field.consent.required",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof APPLICATION_TEXTS | typeof THANKS_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly ownPage: string
  readonly privacyPage: string
  readonly lengths: Lengths
  readonly roles: readonly { readonly value: string; readonly label: string; readonly note: string }[]
  readonly initialResult?: FormAnswer
}

/** spec §5: the application. After it was sent, the account step of the page opens. */
export function ApplicationForm(props: Props) {
  const { texts, language, page, ownPage, privacyPage, lengths, roles, initialResult } = props
  const [application, setApplication] = useState<Application>()
  const [{ Thanks }, setScript] = useState<Partial<typeof import("./thanks.tsx")>>({})
  const box = useRef<HTMLDivElement>(null)
  /** How often the form was emptied: each time its fields begin anew. */
  const [clears, setClears] = useState(0)
  const { form, result, isSending, postResult, errors, values, clear } = useFormSubmit({
    async send(data) {
      // Before anything is sent: without it nobody would see that the application arrived.
      setScript(await import("./thanks.tsx"))
      const sent = await sendApplication(data, language)
      if (sent.application) {
        // The form goes, and nobody reports its result.
        clearToast()
        await showAccountStep(sent.application)
      }
      setApplication(sent.application)
      return sent.result
    },
    onResult: (submitted) => report(submitted, texts),
    draft: "apply",
    texts,
    initialResult,
  })
  const shown = clears === 0 ? values : {}
  useRoleOfAddress(box)
  async function startAgain() {
    if (!confirm(texts["apply.clear_ask"])) return
    await clear()
    flushSync(() => setClears(clears + 1))
    box.current?.querySelector<HTMLElement>("[name=role]")?.focus()
  }
  if (application && Thanks && result?.state === "sent")
    return <Thanks {...{ texts, language, ownPage, application }} />
  return (
    <form action="/api/volunteer-applications" {...form}>
      <div key={clears} ref={box} className="grid gap-8">
        {postResult && <Notice failed>{postResult.message ?? texts["apply.check"]}</Notice>}
        <input type="hidden" name="page" value={page} />
        <RadioGroup
          legend={texts["apply.role"]}
          name="role"
          options={roles}
          required
          {...(shown["role"] && { defaultValue: shown["role"] })}
          error={errors["role"]}
        />
        <Fields {...{ texts, language, lengths, errors }} values={shown} />
        <Consent {...{ texts, privacyPage }} isGiven={shown["consent"] === "true"} error={errors["consent"]} />
        {result && isOpenAlready(result) && <OpenAlready {...{ texts, ownPage }} />}
        <Button type="submit" className="w-full" disabled={isSending}>
          {isSending ? texts["apply.submitting"] : texts["apply.submit"]}
        </Button>
        <KeptNote texts={texts} isSending={isSending} onClear={startAgain} />
      </div>
    </form>
  )
}

interface ConsentProps extends Pick<Props, "texts" | "privacyPage"> {
  readonly isGiven: boolean
  readonly error: string | undefined
}

function Consent({ texts, privacyPage, isGiven, error }: ConsentProps) {
  return (
    <div>
      <Checkbox
        label={texts["apply.consent"]}
        name="consent"
        value="true"
        required
        defaultChecked={isGiven}
        error={error}
      />
      <a className="more" href={privacyPage}>
        {texts["footer.privacy"]}
      </a>
    </div>
  )
}

interface KeptNoteProps extends Pick<Props, "texts"> {
  readonly isSending: boolean
  readonly onClear: () => Promise<void>
}

/** The device may be another person's, too. */
function KeptNote({ texts, isSending, onClear }: KeptNoteProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3" data-needs-script="">
      <p className="small text-muted">{texts["apply.kept"]}</p>
      <Button look="quiet" compact disabled={isSending} onClick={() => void onClear()}>
        {texts["apply.clear"]}
      </Button>
    </div>
  )
}

function OpenAlready({ texts, ownPage }: Pick<Props, "texts" | "ownPage">) {
  return (
    <div className="grid gap-3">
      <Notice failed>{texts["problem.application.open"]}</Notice>
      <a className="more" href={ownPage}>
        {texts["apply.see_own"]}
      </a>
    </div>
  )
}

function isOpenAlready(result: ApplicationSubmitResult): boolean {
  const error = result.state === "refused" ? result.error : null
  return error instanceof CallFailed && error.problem?.code === "application.open"
}

/** The application is stored already: where this fails, the link in the email is enough. */
async function showAccountStep(application: Application): Promise<void> {
  if (application.token === null) return
  try {
    const { openAccountStep } = await import("./account-step.ts")
    openAccountStep(application, application.token)
  } catch {
    // Offline, or an upgrade removed the script.
  }
}

/** The links of other pages name a role: `/apply#mentor`. */
function useRoleOfAddress(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const radios = [...(box.current?.querySelectorAll<HTMLInputElement>("[name=role]") ?? [])]
    const named = radios.find(({ value }) => `#${value}` === location.hash)
    if (named && !radios.some(({ checked }) => checked)) named.checked = true
  }, [box])
}

function report(result: ApplicationSubmitResult, texts: Texts): void {
  if (result.state === "sent" || isOpenAlready(result)) return
  const message = result.state === "invalid" ? texts["apply.check"] : (result.message ?? texts["apply.failure"])
  const failure = { title: texts["apply.failure_title"], description: message }
  void showToast({
    tone: "failure",
    ...failureTexts(result, texts, failure),
    labels: { region: texts["toast.region"], close: texts["toast.close"] },
  })
}
