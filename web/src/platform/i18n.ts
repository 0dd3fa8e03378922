import type { Language } from "@haitech/contract/languages"

/** What fills the `{placeholders}` of a text. */
export type Values = Readonly<Record<string, string | number>>

/** `fill("Hello {name}", { name: "Ada" })` is "Hello Ada". A placeholder without a value stays, to be filled later. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

// Neither Node nor any browser knows `ht`: Intl would silently take the host's language instead.
const INTL: Readonly<Record<Language, string>> = { en: "en-US", fr: "fr-FR", ht: "fr-HT", es: "es-419" }

/** A number as the language writes it: 1,234 or 1 234. */
export function number(language: Language, value: number): string {
  return new Intl.NumberFormat(INTL[language]).format(value)
}
