import type { Language } from "@haitech/contract/languages"
import { type ReactNode, useState } from "react"
import { Button } from "#ui/button.tsx"
import { RadioGroup } from "#ui/choice.tsx"
import { Field } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import type { OutcomeTexts } from "./outcome.ts"

export const TRIBUTE_TEXTS = [
  "donate.tribute",
  "donate.tribute_type",
  "donate.honor",
  "donate.memory",
  "donate.honoree",
  "donate.notify",
  "donate.notify_text",
  "donate.notify_email",
  "donate.notify_name",
  "donate.notify_message",
  "donate.preview",
  "field.honoree.required",
  "form.optional",
] as const

const TYPES = ["honor", "memory"] as const

export interface TributeProps {
  readonly texts: Readonly<Record<(typeof TRIBUTE_TEXTS)[number], string>> & OutcomeTexts
  readonly language: Language
  readonly lengths: Readonly<Record<"name" | "email" | "message", number>>
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

/** The style sheet shows them while the checkbox above is checked. The browser would refuse to send what it hides, so nothing here is `required` or `type="email"`. */
export function TributeFields({ texts, language, lengths, values, errors }: TributeProps) {
  const field = (name: "honoree" | "notifyEmail" | "notifyName" | "message") => ({
    name: `tribute.${name}`,
    defaultValue: values[`tribute.${name}`],
    error: errors[`tribute.${name}`],
  })
  const note = texts["form.optional"]
  return (
    <fieldset className="tribute-fields" aria-label={texts["donate.tribute"]}>
      <RadioGroup
        legend={texts["donate.tribute_type"]}
        name="tribute.type"
        look="tiles"
        defaultValue={values["tribute.type"] ?? "honor"}
        error={errors["tribute.type"]}
        options={TYPES.map((value) => ({ value, label: texts[`donate.${value}`] }))}
      />
      <Field
        {...field("honoree")}
        label={texts["donate.honoree"]}
        autoComplete="off"
        aria-required="true"
        maxLength={lengths.name}
      />
      <fieldset className="grid gap-4">
        <legend className="strong">{texts["donate.notify"]}</legend>
        <p className="small text-muted">{texts["donate.notify_text"]}</p>
        <div className="field-pair grid gap-4 sm:grid-cols-2">
          <Field
            {...field("notifyEmail")}
            label={texts["donate.notify_email"]}
            note={note}
            inputMode="email"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            maxLength={lengths.email}
          />
          <Field
            {...field("notifyName")}
            label={texts["donate.notify_name"]}
            note={note}
            autoComplete="off"
            maxLength={lengths.name}
          />
        </div>
        <TextAreaField
          {...field("message")}
          label={texts["donate.notify_message"]}
          note={note}
          rows={2}
          maxLength={lengths.message}
        />
        <EmailPreview texts={texts} language={language} />
      </fieldset>
    </fieldset>
  )
}

/** Any other input in the form would make the shown email untrue, and hides it. */
function EmailPreview({ texts, language }: Pick<TributeProps, "texts" | "language">) {
  const [preview, setPreview] = useState<ReactNode>()
  async function show(form: HTMLFormElement): Promise<void> {
    const module = await import("./tribute-preview.tsx").catch(() => undefined)
    setPreview(
      module
        ? await module.previewTribute(form, { texts, language, onChange: () => setPreview("") })
        : texts["error.connection.message"],
    )
  }
  return (
    <div className="grid justify-items-start gap-3" data-needs-script="">
      <Button look="quiet" onClick={({ currentTarget }) => currentTarget.form && void show(currentTarget.form)}>
        {texts["donate.preview"]}
      </Button>
      <div role="status">{preview}</div>
    </div>
  )
}
