import type { Language } from "@haitech/contract/languages"
import en from "@haitech/messages/en.json" with { type: "json" }
import es from "@haitech/messages/es.json" with { type: "json" }
import fr from "@haitech/messages/fr.json" with { type: "json" }
import ht from "@haitech/messages/ht.json" with { type: "json" }

export type MessageKey = keyof typeof en

const TEXTS: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, fr, ht, es }

/** A text, its `{placeholders}` filled in. @throws {Error} without a value: no incomplete email may be sent */
export function text(
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the message ${key} needs a value for ${name}`)
    return String(value)
  })
}
