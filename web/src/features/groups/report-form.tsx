import type { GroupPost } from "@haitech/contract/study-groups"
import { useEffect, useRef } from "react"
import { useGroupsApp } from "#platform/app/app.tsx"
import { refusal } from "#platform/forms/forms.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useReport } from "./api.ts"

interface Props {
  readonly groupId: string
  readonly post: GroupPost
  readonly onDone: () => void
}

export function ReportForm({ groupId, post, onDone }: Props) {
  const { t, showToast, lengths } = useGroupsApp()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector("textarea")?.focus(), [])
  const report = useReport(groupId, post)
  const { form, errors, isSending } = useFormSubmit({
    async send(input) {
      const reason = String(input.get("reason")).trim()
      if (!reason) return { state: "invalid", texts: { reason: t("field.reason.required") } }
      try {
        return { state: "sent", body: await report(reason) }
      } catch (failure) {
        return { state: "invalid", texts: { reason: refusal(failure).message ?? t("chat.report_failed") } }
      }
    },
    onResult: ({ state }) => {
      if (state !== "sent") return
      showToast("success", t("group.reported_title"), t("chat.reported"))
      onDone()
    },
  })
  return (
    <form className="group-form" {...form}>
      <div ref={box}>
        <TextAreaField
          label={t("chat.reason")}
          name="reason"
          rows={2}
          maxLength={lengths.report}
          error={errors["reason"]}
        />
      </div>
      <p className="group-actions">
        <Button type="submit" compact disabled={isSending}>
          {t("chat.send_it")}
        </Button>
        <Button look="quiet" compact onClick={onDone}>
          {t("chat.cancel")}
        </Button>
      </p>
    </form>
  )
}
