import type { Language } from "@haitech/contract/languages"
import type { FormAnswer } from "@haitech/contract/pages"
import { useState, useSyncExternalStore } from "react"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed } from "#platform/http/request.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { RECEIPT_LIST_TEXTS, ReceiptList } from "./receipt-list.tsx"
import { listReceipts, type Receipts, requestReceipts } from "./receipts-api.ts"

export const RECEIPTS_TEXTS = [
  ...RECEIPT_LIST_TEXTS,
  "form.email",
  "receipts.submit",
  "receipts.submitting",
  "receipts.sent",
  "receipts.failure",
  "receipts.not_shown",
  "receipts.show",
  "receipts.showing",
  "field.invalid",
  "field.email.required",
  "field.email.invalid",
  "field.email.too_long",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof RECEIPTS_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  /** The path of the form's page, to which a plain HTML post returns. */
  readonly page: string
  readonly emailLength: number
  readonly initialResult?: FormAnswer
}

/** With a link from an email a button shows the receipts; mail scanners open links, so that opening it does nothing. */
export function ReceiptsPanel(props: Props) {
  const { texts, language, timeZone } = props
  const token = useLinkToken()
  const [receipts, setReceipts] = useState<Receipts | null>(null)
  const [failure, setFailure] = useState<{ readonly message: string; readonly token: string | null } | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const isRefused = failure !== null && failure.token === token
  if (token && receipts) return <ReceiptList {...{ texts, language, timeZone, token, receipts }} />

  async function show(link: string) {
    setIsLoading(true)
    try {
      setReceipts(await listReceipts(link, language))
    } catch (error) {
      const isRefused = error instanceof CallFailed && error.problem?.code === "receipt_link.expired"
      const reason = await explainFailure(error, language)
      setFailure({ message: reason || texts["receipts.not_shown"], token: isRefused ? link : null })
    }
    setIsLoading(false)
  }

  return (
    <>
      {failure && <Notice failed>{failure.message}</Notice>}
      {token && !isRefused ? (
        <BusyButton isBusy={isLoading} className="w-full" onClick={() => void show(token)}>
          {texts[isLoading ? "receipts.showing" : "receipts.show"]}
        </BusyButton>
      ) : (
        <LinkForm {...props} />
      )}
    </>
  )
}

function LinkForm({ texts, language, page, emailLength, initialResult }: Props) {
  const { form, isSending, result, postResult, errors, values } = useFormSubmit({
    send: (data) => requestReceipts(data, language),
    texts,
    initialResult,
  })
  const isSent = result?.state === "sent" || postResult?.sent === true
  const refusal = result?.state === "refused" ? result.message : postResult?.message
  return (
    <form className="grid gap-5" action="/api/receipt-links" {...form}>
      <div role="status" className="empty:absolute">
        {isSent && <Notice failed={false}>{texts["receipts.sent"]}</Notice>}
        {!isSent && (result?.state === "refused" || postResult) && (
          <Notice failed>{refusal ?? texts["receipts.failure"]}</Notice>
        )}
      </div>
      <input type="hidden" name="page" value={page} />
      <Field
        label={texts["form.email"]}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={emailLength}
        defaultValue={values["email"]}
        error={errors["email"]}
      />
      <Button type="submit" className="w-full" disabled={isSending}>
        {isSending ? texts["receipts.submitting"] : texts["receipts.submit"]}
      </Button>
    </form>
  )
}

/** Reads the token from the URL's fragment, which no server or log receives. */
function useLinkToken(): string | null {
  const hash = useSyncExternalStore(
    (onChange) => {
      addEventListener("hashchange", onChange)
      return () => removeEventListener("hashchange", onChange)
    },
    () => location.hash,
    () => "",
  )
  return /^#[\w-]+\.\d{10}\.[\da-f]{64}$/.test(hash) ? hash.slice(1) : null
}
