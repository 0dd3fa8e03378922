import type { Language } from "@haitech/contract/languages"
import en from "@haitech/messages/en.json" with { type: "json" }
import es from "@haitech/messages/es.json" with { type: "json" }
import fr from "@haitech/messages/fr.json" with { type: "json" }
import ht from "@haitech/messages/ht.json" with { type: "json" }
import { fill, type Values } from "./fill.ts"

/**
 * All interface texts in all languages, for rendering only. The browser never loads this module: islands get the texts
 * they need as props (`pick`).
 */
const TEXTS: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, fr, ht, es }

export type MessageKey = keyof typeof en
export type Translate = (key: MessageKey, values?: Values) => string

/** Returns the translate function of a language. `site`, the product's name, replaces every `{site}`. */
export function translator(language: Language, site: string): Translate {
  return (key, values) => fill(TEXTS[language][key], { site, ...values })
}

/** Picks the texts of an island by key: `pick(t, ["newsletter.name", "newsletter.email"])`. */
export function pick<const Key extends MessageKey>(t: Translate, keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, t(key)])) as Record<Key, string>
}
