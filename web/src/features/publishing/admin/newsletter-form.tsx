import type { NewsletterRecord } from "@haitech/contract/admin/newsletters"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { useState } from "react"
import { type Editor, type RecordFormProps, useEditor, type Values } from "#platform/admin/use-editor.ts"
import { useNewslettersAdminApp } from "#platform/app/app.tsx"
import { PROGRAM_TEXTS } from "#platform/i18n/program-texts.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"
import { Field, SelectField } from "#ui/field.tsx"
import { Tabs } from "#ui/tabs.tsx"
import { AdminEditDialog } from "./edit-dialog.tsx"
import { EmailPreview } from "./email-preview.tsx"
import { AdminMarkdownField } from "./markdown-field.tsx"
import { NEWSLETTER_ROUTES } from "./newsletter-api.ts"
import { FIELDS, toNewsletterForm, toNewsletterValues, topicOf } from "./newsletter-values.ts"

export function AdminNewsletterForm({ record, onClose, onSaved }: RecordFormProps<NewsletterRecord>) {
  const { t, label } = useNewslettersAdminApp()
  const labels = useLabels()
  const check = useCheck()
  const editor = useEditor({
    routes: NEWSLETTER_ROUTES,
    noun: "newsletter",
    record,
    toValues: toNewsletterValues,
    toForm: toNewsletterForm,
    check,
    getName: ({ subjectEn }) => subjectEn,
    onSaved,
  })
  const { field } = editor
  return (
    <AdminEditDialog
      title={record ? t("admin.newsletter_edit") : t("admin.newsletter_add")}
      isWide
      editor={editor}
      labels={labels}
      formatValue={(name, value) => {
        if (name === "topic") return label(TOPIC_TEXTS, value)
        return name === "program" ? (value ? label(PROGRAM_TEXTS, value) : t("admin.newsletter_all")) : value
      }}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField label={labels.topic} {...field("topic")}>
          {Object.entries(TOPIC_TEXTS).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <SelectField label={labels.program} {...field("program")}>
          <option value="">{t("admin.newsletter_all")}</option>
          {Object.entries(PROGRAM_TEXTS).map(([value, text]) => (
            <option key={value} value={value}>
              {t(text)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="min-w-0">
        <Languages editor={editor} />
      </div>
    </AdminEditDialog>
  )
}

/** A language with an error comes to the front, unless that of another is in front already. */
function Languages({ editor }: { readonly editor: Editor }) {
  const { t } = useNewslettersAdminApp()
  const [selected, setSelected] = useState<string>("en")
  const [seen, setSeen] = useState(editor.errors)
  if (seen !== editor.errors) {
    setSeen(editor.errors)
    const wrong = LANGUAGES.filter((language) => Object.values(FIELDS[language]).some((name) => editor.errors[name]))
    if (wrong[0] && !wrong.some((language) => language === selected)) setSelected(wrong[0])
  }
  return (
    <Tabs
      label={t("admin.newsletter_languages")}
      selected={selected}
      onSelect={setSelected}
      tabs={LANGUAGES.map((language) => ({
        id: language,
        label: t(`language.${language}`),
        panel: <Texts editor={editor} language={language} isShown={language === selected} />,
      }))}
    />
  )
}

interface TextsProps {
  readonly editor: Editor
  readonly language: Language
  readonly isShown: boolean
}

function Texts({ editor, language, isShown }: TextsProps) {
  const { t } = useNewslettersAdminApp()
  const { field, values } = editor
  const { subject, content } = FIELDS[language]
  return (
    <div className="mt-4 grid gap-5">
      {language !== "en" && <p className="small text-muted">{t("admin.newsletter_language_optional")}</p>}
      <Field
        label={t("admin.newsletter_subject")}
        required={language === "en"}
        autoComplete="off"
        lang={language}
        {...field(subject)}
      />
      <AdminMarkdownField
        label={t("admin.newsletter_content")}
        isOptional={language !== "en"}
        {...field(content)}
        email={{
          language,
          note: t("admin.newsletter_md_note"),
          preview: isShown && (
            <EmailPreview
              language={language}
              topic={topicOf(values["topic"] ?? "")}
              subject={values[subject] ?? ""}
              content={values[content] ?? ""}
            />
          ),
        }}
      />
    </div>
  )
}

/** English is required; of another language both texts or none. */
function useCheck() {
  const { t } = useNewslettersAdminApp()
  const missing = { subject: t("field.subject.required"), content: t("field.content.required") }
  return (values: Values) => {
    const errors: Record<string, string> = {}
    for (const language of LANGUAGES) {
      const names = FIELDS[language]
      const [subject = "", content = ""] = [values[names.subject]?.trim(), values[names.content]?.trim()]
      const isUsed = language === "en" || subject !== "" || content !== ""
      if (isUsed && !subject) errors[names.subject] = missing.subject
      if (isUsed && !content) errors[names.content] = missing.content
    }
    return errors
  }
}

function useLabels() {
  const { t } = useNewslettersAdminApp()
  const texts = LANGUAGES.flatMap((language) => [
    [FIELDS[language].subject, `${t("admin.newsletter_subject")} (${t(`language.${language}`)})`],
    [FIELDS[language].content, `${t("admin.newsletter_content")} (${t(`language.${language}`)})`],
  ])
  return { topic: t("admin.newsletter_topic"), program: t("admin.newsletter_for"), ...Object.fromEntries(texts) }
}
