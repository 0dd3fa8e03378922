import type { FormAnswer } from "@haitech/contract/pages"
import { type ReactNode, useEffect, useState } from "react"
import type { SubmitResult } from "#platform/forms/forms.ts"
import { failureTexts, OFFLINE_TEXTS } from "#platform/forms/offline.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { CallFailed } from "#platform/http/request.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Button } from "#ui/button.tsx"
import { showCarriedToast, showToastAcrossPages } from "#ui/carried-toast.ts"
import { Notice } from "#ui/notice.tsx"
import { showToast } from "#ui/toast.ts"

export const ACCOUNT_TEXTS = [
  ...OFFLINE_TEXTS,
  "password.show",
  "password.hide",
  "login.password",
  "login.wrong",
  "toast.region",
  "toast.close",
  "field.invalid",
  "field.password.too_long",
] as const satisfies readonly MessageKey[]

interface Labels {
  readonly submit: string
  readonly submitting: string
  readonly success: readonly [title: string, description: string]
  readonly failure: readonly [title: string, description: string]
}

interface Props {
  readonly action: string
  readonly send: (form: FormData) => Promise<SubmitResult>
  readonly labels: Labels
  readonly texts: Readonly<Record<(typeof ACCOUNT_TEXTS)[number], string>> & Readonly<Record<string, string>>
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly next: string
  /** The name under which this tab keeps the input until it is sent. */
  readonly draft?: string
  readonly initialResult: FormAnswer | undefined
  /** What a person can do who made too many attempts. */
  readonly locked?: (minutes: number) => ReactNode
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode
}

const TOO_MANY_REQUESTS = 429

// Long enough to read the toast's title; the next page shows the toast for the rest of its time.
const REDIRECT_MS = 1000

/** Spec §4, login and register: idle, submitting with disabled fields, then a redirect to `next` or an error toast. */
export function AccountForm({
  action,
  send,
  labels,
  texts,
  page,
  next,
  draft,
  initialResult,
  locked,
  children,
}: Props) {
  const { form, result, isSending, postResult, errors } = useFormSubmit({
    send,
    onResult: (submitted) => report(submitted, labels, texts, next),
    texts,
    draft,
    initialResult,
  })
  useEffect(showCarriedToast, [])
  const [editedResult, setEditedResult] = useState<SubmitResult | null | undefined>(null)
  const isBusy = isSending || result?.state === "sent"
  const isFresh = !isSending && result !== editedResult
  return (
    <form action={action} {...form}>
      <fieldset className="grid gap-5" disabled={isBusy} onInput={() => setEditedResult(result)}>
        {isFresh && postResult?.message && <Notice failed>{postResult.message}</Notice>}
        {isFresh && locked && result?.state === "refused" && result.status === TOO_MANY_REQUESTS && (
          <p className="notice failure">{locked(waitMinutes(result.error))}</p>
        )}
        <input type="hidden" name="page" value={page} />
        {children(errors)}
        <Button type="submit" className="w-full" disabled={isBusy}>
          {isBusy ? labels.submitting : labels.submit}
        </Button>
      </fieldset>
    </form>
  )
}

/** At least one minute, also without a `retry-after` header. */
function waitMinutes(error: unknown): number {
  return Math.max(1, Math.ceil((error instanceof CallFailed ? error.retryAfter : 0) / 60))
}

function report(result: SubmitResult, labels: Labels, texts: Props["texts"], next: string): void {
  const toastLabels = { region: texts["toast.region"], close: texts["toast.close"] }
  if (result.state === "sent") {
    const [title, description] = labels.success
    showToastAcrossPages({ tone: "success", title, description, labels: toastLabels })
    setTimeout(() => location.assign(next), REDIRECT_MS)
    // The back button restores the page with disabled fields, so it reloads.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true })
    return
  }
  const [title, fallback] = labels.failure
  const message = result.state === "refused" ? result.message : texts["login.wrong"]
  const failure = { title, description: message ?? fallback }
  void showToast({ tone: "failure", ...failureTexts(result, texts, failure), labels: toastLabels })
}
