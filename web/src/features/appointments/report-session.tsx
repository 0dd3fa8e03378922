import type { Language } from "@haitech/contract/languages"
import type { InputOf } from "@haitech/contract/route"
import type { routes } from "@haitech/contract/routes"
import { useEffect, useRef, useState } from "react"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { explainFailure } from "#platform/http/explain-failure.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { RadioGroup } from "#ui/choice.tsx"
import { Notice } from "#ui/notice.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"

export const REPORT_TEXTS = [
  "report.title",
  "report.about",
  "report.category",
  "report.unsafe",
  "report.contact",
  "report.behavior",
  "report.other",
  "report.text",
  "report.send",
  "report.sent",
  "chat.cancel",
  "dialog.close",
  "form.optional",
  "field.category.required",
  "session.not_done",
] as const satisfies readonly MessageKey[]

export type SessionReport = InputOf<typeof routes.reportAppointment>["body"]

const CATEGORIES = ["unsafe", "contact", "behavior", "other"] as const satisfies readonly SessionReport["category"][]

interface Props {
  readonly texts: Readonly<Record<(typeof REPORT_TEXTS)[number], string>>
  readonly language: Language
  readonly lengths: { readonly description: number }
  /** Rejects when it failed. */
  readonly onReport: (report: SessionReport) => Promise<void>
  readonly onClose: () => void
}

/** Tells the people who are responsible for safety. The form stays until it was sent or closed. */
export function ReportSession({ texts, language, lengths, onReport, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { form, errors, isSending, isSent, failure } = useReportForm({ texts, language, onReport }, () =>
    box.current?.focus(),
  )
  return (
    <form className="feedback-form report-form" {...form}>
      <div ref={box} tabIndex={-1} className="session-result">
        <p className="strong">{texts["report.title"]}</p>
        <p className={isSent ? undefined : "text-muted"} role={isSent ? "status" : undefined}>
          {texts[isSent ? "report.sent" : "report.about"]}
        </p>
      </div>
      {!isSent && (
        <>
          <RadioGroup
            legend={texts["report.category"]}
            name="category"
            required
            error={errors["category"]}
            options={CATEGORIES.map((value) => ({ value, label: texts[`report.${value}`] }))}
          />
          <TextAreaField
            label={texts["report.text"]}
            note={texts["form.optional"]}
            name="text"
            maxLength={lengths.description}
          />
        </>
      )}
      {failure && (
        <Notice failed>
          {texts["session.not_done"]} {failure}
        </Notice>
      )}
      <p className="session-actions">
        {!isSent && (
          <BusyButton type="submit" compact isBusy={isSending}>
            {texts["report.send"]}
          </BusyButton>
        )}
        <Button look="quiet" compact onClick={onClose}>
          {texts[isSent ? "dialog.close" : "chat.cancel"]}
        </Button>
      </p>
    </form>
  )
}

function useReportForm(
  { texts, language, onReport }: Pick<Props, "texts" | "language" | "onReport">,
  onSent: () => void,
) {
  const [failure, setFailure] = useState<string | null>(null)
  const { form, errors, isSending, result } = useFormSubmit<void>({
    async send(input) {
      setFailure(null)
      const category = CATEGORIES.find((known) => known === input.get("category"))
      if (!category) return { state: "invalid", codes: { category: "category.required" } }
      const text = String(input.get("text")).trim()
      try {
        return { state: "sent", body: await onReport({ category, ...(text && { text }) }) }
      } catch (error) {
        setFailure(await explainFailure(error, language))
        throw error
      }
    },
    onResult: ({ state }) => state === "sent" && onSent(),
    texts: { "field.category.required": texts["field.category.required"] },
  })
  return { form, errors, isSending, failure, isSent: result?.state === "sent" }
}
