import type { ImportReport, MembershipImport } from "@haitech/contract/admin/imports"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { useRef } from "react"
import { useImportAdminApp } from "#platform/app/app.tsx"
import { createId } from "#platform/forms/create-id.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Checkbox } from "#ui/choice.tsx"
import { SelectField } from "#ui/field.tsx"
import { useImport } from "./import-api.ts"

interface Props {
  readonly file: File
  readonly report: ImportReport
  readonly onDone: (result: MembershipImport) => void
}

/** Confirms what was checked, and imports it. */
export function ImportForm({ file, report: { added, leftOut }, onDone }: Props) {
  const { t, language, showToast, failureTexts } = useImportAdminApp()
  const { mutateAsync: importMembers } = useImport()
  const idFor = useImportId()
  const submitText = useSubmitText(added, leftOut)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      if (!input.has("consent")) return { state: "invalid", codes: { consent: "import_consent.required" } }
      const settings = {
        language: String(input.get("language")) as Language,
        sendsWelcome: input.has("sendsWelcome"),
        leavesOut: leftOut > 0,
      }
      const body = await importMembers({ id: idFor(settings), file, consent: true, ...settings })
      return { state: "sent", body }
    },
    texts: { "field.import_consent.required": t("field.import_consent.required") },
    onResult(result) {
      if (result.state === "sent") onDone(result.body)
      if (result.state !== "refused") return
      const title = t("import.failed_title")
      const failure = failureTexts(result.error, title)
      const wrongFile = result.texts["file"]
      showToast("failure", wrongFile ? title : failure.title, wrongFile ?? failure.message)
    },
  })
  return (
    <form className="import-form" {...form}>
      <SelectField label={t("import.language")} name="language" defaultValue={language}>
        {LANGUAGES.map((value) => (
          <option key={value} value={value}>
            {t(`language.${value}`)}
          </option>
        ))}
      </SelectField>
      <Checkbox
        label={t("import.consent")}
        note={t("import.consent_note")}
        name="consent"
        required
        error={errors["consent"]}
      />
      <Checkbox label={t("import.welcome")} note={t("import.welcome_note")} name="sendsWelcome" />
      <div>
        <BusyButton type="submit" isBusy={isSending}>
          {isSending ? t("import.importing") : submitText}
        </BusyButton>
      </div>
    </form>
  )
}

/** The same settings have the same id, so that pressing again after a lost response imports once. */
function useImportId() {
  const ids = useRef(new Map<string, string>())
  return (settings: object): string => {
    const key = JSON.stringify(settings)
    const id = ids.current.get(key) ?? createId()
    ids.current.set(key, id)
    return id
  }
}

const MEMBERS = { one: "import.member_one", other: "import.member_other" } as const
const ROWS = { one: "import.row_one", other: "import.row_other" } as const

function useSubmitText(added: number, leftOut: number): string {
  const { t, language } = useImportAdminApp()
  const members = t(MEMBERS[pluralOf(language, added)], { count: formatNumber(language, added) })
  if (leftOut === 0) return t("import.submit", { members })
  const rows = t(ROWS[pluralOf(language, leftOut)], { count: formatNumber(language, leftOut) })
  return t("import.submit_some", { members, rows })
}
