import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, startTransition, useActionState, useEffect, useEffectEvent, useRef } from "react"
import { errorTexts, type FieldTexts, fieldTexts, type SubmitResult } from "./forms.ts"
import { useErrors } from "./use-errors.ts"

interface Options<Body> {
  readonly send: (input: FormData) => Promise<SubmitResult<Body>>
  /** Handles a result, once per submit. */
  readonly respond: (result: SubmitResult<Body>, form: HTMLFormElement) => void
  readonly texts: FieldTexts
  /** The result of a plain HTML post, before hydration. */
  readonly answer: FormAnswer | undefined
}

/**
 * A form that a script submits, with a plain HTML post as fallback. `form` goes to the `<form>`, `errors` and `values` to
 * its fields. An error disappears when the user edits its field. `plain` is the result of a plain post, until the script
 * submits.
 */
export function useFormSubmit<Body>({ send, respond, texts, answer }: Options<Body>) {
  const element = useRef<HTMLFormElement>(null)
  const [sent, submit, isSending] = useActionState((_: SubmitResult<Body> | null, input: FormData) => send(input), null)
  const onResult = useEffectEvent(respond)
  useEffect(() => {
    if (sent && element.current) onResult(sent, element.current)
  }, [sent])
  const allErrors = sent ? fieldTexts(sent, texts) : errorTexts(answer?.fields ?? {}, texts)
  const { errors, onInput } = useErrors(allErrors, sent)
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
        // The browser validates only without script; with it, our messages are in the page's language.
        if (form) form.noValidate = true
      },
      onInput,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const input = new FormData(event.currentTarget)
        if (!isSending) startTransition(() => submit(input))
      },
    },
  }
}
