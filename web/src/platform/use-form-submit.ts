import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, startTransition, useActionState, useEffect, useEffectEvent, useRef } from "react"
import { errorTexts, type FieldTexts, fieldTexts, type SubmitResult } from "./forms.ts"
import { useErrors } from "./use-errors.ts"

interface Sent<Body> {
  readonly send: (typed: FormData) => Promise<SubmitResult<Body>>
  /** What the page does about an answer, once for each. */
  readonly respond: (sent: SubmitResult<Body>, form: HTMLFormElement) => void
  readonly texts: FieldTexts
  /** What became of it as a plain HTML post, before this was awake. */
  readonly answer: FormAnswer | undefined
}

/**
 * A form that script sends, and that is a plain HTML post without it. `form` goes to the `<form>`; `errors` and `values`
 * to its fields, each error until its field is typed into; `plain` is the answer to a plain post until script has sent something itself.
 */
export function useFormSubmit<Body>({ send, respond, texts, answer }: Sent<Body>) {
  const element = useRef<HTMLFormElement>(null)
  const [sent, act, isSending] = useActionState((_: SubmitResult<Body> | null, typed: FormData) => send(typed), null)
  const answered = useEffectEvent(respond)
  useEffect(() => {
    if (sent && element.current) answered(sent, element.current)
  }, [sent])
  const said = sent ? fieldTexts(sent, texts) : errorTexts(answer?.fields ?? {}, texts)
  const { errors, onInput } = useErrors(said, sent)
  return {
    sent,
    sending: isSending,
    plain: sent ? undefined : answer,
    errors,
    values: sent?.state === "sent" || answer?.sent ? {} : (answer?.values ?? {}),
    form: {
      method: "post" as const,
      ref: (form: HTMLFormElement | null) => {
        element.current = form
        // Without script the browser checks the fields; with it, our own words do, in the reader's language.
        if (form) form.noValidate = true
      },
      onInput,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        if (!isSending) startTransition(() => act(typed))
      },
    },
  }
}
