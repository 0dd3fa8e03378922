import type { NewsletterRecord } from "@haitech/contract/admin/newsletters"
import { cityOf } from "@haitech/contract/clock"
import { useState } from "react"
import { useNewslettersAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { RadioGroup } from "#ui/choice.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { useModal } from "#ui/use-modal.ts"
import { parseLocalInput } from "./blog-values.tsx"
import { useAudience, useSend } from "./newsletter-api.ts"
import { Audience } from "./newsletter-audience.tsx"

interface Props {
  /** Null while the dialog is closed. */
  readonly newsletter: NewsletterRecord | null
  readonly onClose: () => void
}

export function NewsletterSendDialog({ newsletter, onClose }: Props) {
  const { t } = useNewslettersAdminApp()
  return (
    <Dialog
      id="newsletter-send"
      title={t("admin.newsletter_send_title")}
      closeLabel={t("dialog.close")}
      {...useModal(newsletter !== null, onClose)}
    >
      {newsletter && <SendForm key={newsletter.id} newsletter={newsletter} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly newsletter: NewsletterRecord
  readonly onDone: () => void
}

/** Emails cannot be taken back, so the administrator types how many they are. */
function SendForm({ newsletter, onDone }: FormProps) {
  const { t, timeZone, showToast, failureMessage } = useNewslettersAdminApp()
  const { mutateAsync: send } = useSend(newsletter)
  const { data: audience } = useAudience(newsletter.id)
  const [when, setWhen] = useState("now")
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const at = when === "later" ? parseLocalInput(String(input.get("at")), timeZone) : undefined
      const texts = {
        ...(at === null && { at: t("field.instant.invalid") }),
        ...(at && Date.parse(at) <= Date.now() && { at: t("field.date.past") }),
        ...(String(input.get("count")).trim() !== String(audience?.total) && {
          count: t("admin.newsletter_confirm_wrong"),
        }),
      }
      if (Object.keys(texts).length > 0) return { state: "invalid", texts }
      return { state: "sent", body: await send(at ?? undefined) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.newsletter_not_done"), failureMessage(result.error))
      if (result.state === "sent") onDone()
    },
  })
  const isNobody = audience?.total === 0
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p className="strong wrap-anywhere">{newsletter.subjectEn}</p>
      <Audience id={newsletter.id} />
      <p className="small text-muted">{t("admin.newsletter_pace")}</p>
      <fieldset className="grid gap-5" disabled={isSending || isNobody}>
        <When value={when} onChoose={setWhen} error={errors["at"]} />
        <Field
          label={t("admin.newsletter_confirm")}
          name="count"
          inputMode="numeric"
          autoComplete="off"
          required
          error={errors["count"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {t(isSending ? "admin.newsletter_sending" : "admin.newsletter_send")}
        </FormActions>
      </fieldset>
    </form>
  )
}

interface WhenProps {
  readonly value: string
  readonly onChoose: (value: string) => void
  readonly error: string | undefined
}

/** A time is in the site's zone, wherever the administrator is. */
function When({ value, onChoose, error }: WhenProps) {
  const { t, timeZone } = useNewslettersAdminApp()
  return (
    <>
      <RadioGroup
        legend={t("admin.newsletter_when")}
        name="when"
        value={value}
        onChoose={onChoose}
        options={[
          { value: "now", label: t("admin.newsletter_now") },
          { value: "later", label: t("admin.newsletter_later") },
        ]}
      />
      {value === "later" && (
        <Field
          label={t("admin.newsletter_at")}
          note={t("admin.publish_clock", { city: cityOf(timeZone) })}
          type="datetime-local"
          name="at"
          required
          error={error}
        />
      )}
    </>
  )
}
