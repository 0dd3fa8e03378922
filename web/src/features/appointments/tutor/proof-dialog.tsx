import { clockAt } from "@haitech/contract/clock"
import { LANGUAGES } from "@haitech/contract/languages"
import { useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useIssueProof } from "./api.ts"

interface Props {
  readonly zone: string
  /** Of the first month with a completed session. */
  readonly firstDay: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The tutor chooses the days and the language; the rest is what the site knows. */
export function ProofDialog({ zone, firstDay, isOpen, onClose }: Props) {
  const { t } = useTutorApp()
  return (
    <Dialog id="proof" title={t("hours_proof.title")} closeLabel={t("dialog.close")} {...useModal(isOpen, onClose)}>
      {isOpen && <ProofForm {...{ zone, firstDay }} onDone={onClose} />}
    </Dialog>
  )
}

type Proof = Parameters<ReturnType<typeof useIssueProof>["mutateAsync"]>[0]

function ProofForm({ zone, firstDay, onDone }: Pick<Props, "zone" | "firstDay"> & { readonly onDone: () => void }) {
  const { t, language, showToast, failureMessage } = useTutorApp()
  const { mutateAsync: issue } = useIssueProof()
  const [today] = useState(() => clockAt(new Date().toISOString(), zone).date)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await issue(readProof(input)) }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("hours_proof.failed"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("hours_proof.made_title"), t("hours_proof.made"))
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <div className="field-pair">
          <Field
            label={t("hours_proof.from")}
            name="fromDay"
            type="date"
            required
            max={today}
            defaultValue={firstDay}
            error={errors["fromDay"]}
          />
          <Field
            label={t("hours_proof.until")}
            name="untilDay"
            type="date"
            required
            max={today}
            defaultValue={today}
            error={errors["untilDay"]}
          />
        </div>
        <SelectField
          label={t("hours_proof.language")}
          name="language"
          defaultValue={language}
          error={errors["language"]}
        >
          {LANGUAGES.map((written) => (
            <option key={written} value={written} lang={written}>
              {t(`language.${written}`)}
            </option>
          ))}
        </SelectField>
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("hours_proof.making") : t("hours_proof.make")}
        </FormActions>
      </fieldset>
    </form>
  )
}

function readProof(input: FormData): Proof {
  const text = (name: string) => String(input.get(name) ?? "")
  return { fromDay: text("fromDay"), untilDay: text("untilDay"), language: text("language") as Proof["language"] }
}
