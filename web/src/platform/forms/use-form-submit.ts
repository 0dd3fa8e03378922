import type { FormAnswer } from "@haitech/contract/pages"
import { type FormEvent, useCallback, useState } from "react"
import { flushSync } from "react-dom"
import { focusAfterSubmit } from "./focus-after-submit.ts"
import { errorTexts, type FieldTexts, fieldTexts, refusal, type SubmitResult } from "./forms.ts"

interface Options<Body> {
  /** Checks and sends the form. A rejection is a refusal. */
  readonly send: (input: FormData) => Promise<SubmitResult<Body>>
  /** Reports a result, once per submit, after it is rendered. Not called when the form is no longer on the page. */
  readonly onResult?: (result: SubmitResult<Body>, form: HTMLFormElement) => void
  readonly resetsOnSuccess?: boolean
  readonly texts?: FieldTexts
  /** The name under which `form-drafts.ts` keeps the input until it is sent. Forms of the same name share it. */
  readonly draft?: string | undefined
  /** The result of a plain HTML post, before hydration. */
  readonly initialResult?: FormAnswer | undefined
}

interface State<Body> {
  readonly isSending: boolean
  /** `initialResult`, until the script submits. */
  readonly postResult?: FormAnswer | undefined
  readonly result?: SubmitResult<Body> | undefined
  readonly errors: Readonly<Record<string, string>>
  /** The form shows input from before a reload, a change of language or a sign-in. */
  readonly isRestored?: boolean
}

/**
 * The mechanism of every form. While a form is being sent, it is not sent again. `form` goes to the `<form>`; without
 * script its `action` receives a plain HTML post. `errors` and `values` go to the fields. An error disappears when the user
 * edits its field. Every result focuses the first invalid field.
 */
export function useFormSubmit<Body>(options: Options<Body>) {
  const { send, onResult, resetsOnSuccess, texts = {}, initialResult } = options
  const [state, setState] = useState<State<Body>>({
    isSending: false,
    postResult: initialResult,
    errors: errorTexts(initialResult?.fields, texts),
  })
  const { result, isSending, errors } = state
  // Without script nothing is kept, so the posted values are the newest.
  const draft = initialResult ? undefined : options.draft
  const attach = useCallback(
    (form: HTMLFormElement | null) => {
      if (!form) return
      // The browser validates only without script; with it, our messages are in the page's language.
      form.noValidate = true
      if (!draft) return
      void withDrafts(
        ({ restoreFormDraft, keepFormDraft }) => {
          if (restoreFormDraft(draft, form)) setState((shown) => ({ ...shown, isRestored: true }))
          keepFormDraft(draft, form)
        },
        () => sessionStorage["drafts"] || localStorage["drafts"] || isTyped(form),
      )
    },
    [draft],
  )
  const setErrors = (next: State<Body>["errors"]) => setState({ ...state, errors: next })

  async function submit(form: HTMLFormElement) {
    if (isSending) return
    const input = new FormData(form)
    // At once: a double click before hydration is repeated as two submits in one task.
    flushSync(() => setState({ ...state, isSending: true }))
    const outcome = await send(input).catch(refusal)
    // At once, because dialogs and the focus need the rendered result.
    flushSync(() => setState({ isSending: false, result: outcome, errors: fieldTexts(outcome, texts) }))
    // After what the last input has still to store.
    if (draft && outcome.state === "sent") void withDrafts(({ dropDrafts }) => dropDrafts(draft))
    if (!form.isConnected) return
    if (resetsOnSuccess && outcome.state === "sent") form.reset()
    onResult?.(outcome, form)
    focusAfterSubmit(form)
  }

  return {
    ...state,
    setErrors,
    /** Forgets what was typed; the caller shows its fields anew. */
    async clear() {
      if (draft) await withDrafts(({ dropDrafts }) => dropDrafts(draft))
      setState({ isSending: false, errors: {} })
    },
    values: result?.state === "sent" || initialResult?.sent ? {} : (initialResult?.values ?? {}),
    form: {
      method: "post" as const,
      ref: attach,
      onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        if (draft) void withDrafts(({ keepFormDraft }) => keepFormDraft(draft, currentTarget))
        const { [(target as HTMLInputElement).name]: corrected, ...others } = errors
        if (corrected) setErrors(others)
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

/** Whether the visitor wrote something before this script ran. */
function isTyped({ elements }: HTMLFormElement): boolean {
  return [...(elements as Iterable<Partial<HTMLInputElement>>)].some(
    ({ type, value, defaultValue }) => type !== "hidden" && defaultValue !== undefined && value !== defaultValue,
  )
}

type Drafts = typeof import("#platform/offline/form-drafts.ts")
let drafts: Drafts | undefined

/**
 * Most visits have no drafts and load no script for them. Once it is there, each input is stored before its event ends.
 * Where it fails to load, the input stays in the form only.
 */
async function withDrafts(run: (drafts: Drafts) => void, isNeeded: () => unknown = () => true): Promise<void> {
  try {
    if (isNeeded()) run((drafts ??= await import("#platform/offline/form-drafts.ts")))
  } catch {
    // The browser blocks its storage, or is offline.
  }
}
