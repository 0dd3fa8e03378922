import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, type ReactNode, startTransition, useActionState, useEffect, useRef } from "react"
import { fieldTexts, inWords, type Sending, takeOverChecks } from "#platform/forms.ts"
import type { MessageKey } from "#platform/texts.ts"
import { Button } from "#ui/button.tsx"
import { focusFirstInvalid } from "#ui/field.tsx"
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
interface Words {
  readonly submit: string
  readonly submitting: string
  readonly success: readonly [title: string, description: string]
  readonly failure: readonly [title: string, description: string]
}

interface Props {
  readonly action: string
  readonly send: (form: FormData) => Promise<Sending>
  readonly words: Words
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
  const form = useRef<HTMLFormElement>(null)
  const [sent, submit, sending] = useActionState((_: Sending | null, typed: FormData) => send(typed), null)
  useEffect(() => {
    if (sent && form.current) respond(sent, form.current, words, texts, next)
    // The words come with the page and never change.
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is responded to once
  }, [sent])

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (!isBusy) startTransition(() => submit(typed))
  }

  const isBusy = sending || sent?.state === "sent"
  const errors = sent ? fieldTexts(sent, texts) : inWords(answer?.fields ?? {}, texts)
  return (
    <form
      method="post"
      action={action}
      ref={(element) => {
        form.current = element
        takeOverChecks(element)
      }}
      onSubmit={press}
    >
      <fieldset className="grid gap-5" disabled={isBusy}>
        {!sent && answer && <Notice failed>{answer.message ?? texts["login.wrong"]}</Notice>}
        <input type="hidden" name="page" value={page} />
        {children(errors)}
        <Button type="submit" className="w-full" disabled={isBusy}>
          {isBusy ? words.submitting : words.submit}
        </Button>
      </fieldset>
    </form>
  )
}

function respond(sent: Sending, form: HTMLFormElement, words: Words, texts: Props["texts"], next: string): void {
  const labels = { region: texts["toast.region"], close: texts["toast.close"] }
  if (sent.state === "sent") {
    const [title, description] = words.success
    void showToast({ tone: "success", title, description, labels })
    setTimeout(() => location.assign(next), LEAVING_MS)
    return
  }
  const [title, otherwise] = words.failure
  const said = sent.state === "refused" ? sent.message : texts["login.wrong"]
  void showToast({ tone: "failure", title, description: said ?? otherwise, labels })
  focusFirstInvalid(form)
  // A button that was disabled while sending has lost the focus it had.
  if (document.activeElement === document.body) form.querySelector<HTMLElement>("[type=submit]")?.focus()
}
