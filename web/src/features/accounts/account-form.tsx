import type { FormAnswer } from "@haitech/contract/pages"
import { type ReactNode, useState } from "react"
import type { SubmitResult } from "#platform/forms.ts"
import type { MessageKey } from "#platform/texts.ts"
import { useFormSubmit } from "#platform/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { focusAfterSubmit } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"

/** What every form of this feature says beside its own fields. */
export const ACCOUNT_TEXTS = [
  "password.show",
  "password.hide",
  "login.password",
  "login.wrong",
  "toast.region",
  "toast.close",
  "field.invalid",
  "field.password.too_long",
] as const satisfies readonly MessageKey[]

/** The words of one form: its button, at rest and at work, and its two toasts. */
interface Labels {
  readonly submit: string
  readonly submitting: string
  readonly success: readonly [title: string, description: string]
  readonly failure: readonly [title: string, description: string]
}

interface Props {
  readonly action: string
  readonly send: (form: FormData) => Promise<SubmitResult>
  readonly words: Labels
  readonly texts: Readonly<Record<(typeof ACCOUNT_TEXTS)[number], string>> & Readonly<Record<string, string>>
  /** The address of the page the form stands in: a plain HTML post returns there. */
  readonly page: string
  /** Where somebody who is signed in goes. */
  readonly next: string
  readonly answer: FormAnswer | undefined
  /** The fields, given what is wrong with each. */
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode
}

// Long enough to read the toast's title; the next page is its own confirmation.
const LEAVING_MS = 1000

/** §4 Login and register: idle, submitting with its fields at rest, then on to the dashboard, or a toast. */
export function AccountForm({ action, send, words, texts, page, next, answer, children }: Props) {
  const { form, sent, sending, plain, errors } = useFormSubmit({
    send,
    respond: (answered, element) => respond(answered, element, words, texts, next),
    texts,
    answer,
  })
  const [typedOver, typeOver] = useState<SubmitResult | null>()
  const isBusy = sending || sent?.state === "sent"
  const isFresh = !sending && sent !== typedOver
  return (
    <form action={action} {...form}>
      <fieldset className="grid gap-5" disabled={isBusy} onInput={() => typeOver(sent)}>
        {isFresh && plain && <Notice failed>{plain.message ?? texts["login.wrong"]}</Notice>}
        {isFresh && sent?.state === "refused" && Object.keys(sent.texts).length === 0 && (
          // Not an alert: the toast has said it, and goes.
          <p className="notice failure">{sent.message ?? words.failure[1]}</p>
        )}
        <input type="hidden" name="page" value={page} />
        {children(errors)}
        <Button type="submit" className="w-full" disabled={isBusy}>
          {isBusy ? words.submitting : words.submit}
        </Button>
      </fieldset>
    </form>
  )
}

function respond(sent: SubmitResult, form: HTMLFormElement, words: Labels, texts: Props["texts"], next: string): void {
  const labels = { region: texts["toast.region"], close: texts["toast.close"] }
  if (sent.state === "sent") {
    const [title, description] = words.success
    void showToast({ tone: "success", title, description, labels })
    setTimeout(() => location.assign(next), LEAVING_MS)
    // Who comes back finds the page as it was left, at rest: it begins anew.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true })
    return
  }
  const [title, otherwise] = words.failure
  const said = sent.state === "refused" ? sent.message : texts["login.wrong"]
  void showToast({ tone: "failure", title, description: said ?? otherwise, labels })
  focusAfterSubmit(form)
}
