import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { type ComponentProps, useEffect, useId, useRef, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { FieldFrame } from "#ui/field-frame.tsx"
import { describe } from "./described-fields.tsx"

export const LANGUAGES_TEXTS = [
  "apply.languages",
  "apply.languages_hint",
  "apply.languages_add",
  "form.optional",
  "language.en",
  "language.fr",
  "language.ht",
  "language.es",
] as const satisfies readonly MessageKey[]

interface Props extends ComponentProps<"input"> {
  readonly texts: Readonly<Record<(typeof LANGUAGES_TEXTS)[number], string>>
  readonly error: string | undefined
}

/** A text with commas; each language in it, and each of ours, is a button that takes it out or puts it in. */
export function LanguagesField({ texts, error, ...rest }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ""))
  // It may have been filled in before hydration.
  useEffect(() => setTyped(input.current?.value ?? ""), [])
  const chosen = languagesIn(typed)
  const ours = LANGUAGES.map((language) => ({ language, name: texts[`language.${language}`] }))
  const others = chosen.filter((name) => !ours.some((known) => isSame(known.name, name)))

  function toggle(name: string) {
    if (!input.current) return
    const rest = chosen.filter((other) => !isSame(other, name))
    const next = rest.length < chosen.length ? rest : [...chosen, name]
    input.current.value = next.join(", ")
    input.current.dispatchEvent(new Event("input", { bubbles: true }))
  }

  const tag = (name: string, language?: Language) => (
    <button
      key={name}
      type="button"
      lang={language}
      aria-pressed={chosen.some((other) => isSame(other, name))}
      onClick={() => toggle(name)}
    >
      {name}
    </button>
  )
  return (
    <FieldFrame id={id} label={texts["apply.languages"]} note={texts["form.optional"]} error={error}>
      <p className="small text-muted" id={`${id}-hint`}>
        {texts["apply.languages_hint"]}
      </p>
      <input
        ref={input}
        className="control"
        {...describe(id, { hint: texts["apply.languages_hint"], error })}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        {...rest}
      />
      <div className="language-tags" role="group" aria-label={texts["apply.languages_add"]} data-needs-script="">
        {ours.map(({ language, name }) => tag(name, language))}
        {others.map((name) => tag(name))}
      </div>
    </FieldFrame>
  )
}

/** Each once, in the order in which they are typed. */
function languagesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim())
  return names.filter((name, index) => name && names.findIndex((other) => isSame(other, name)) === index)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
