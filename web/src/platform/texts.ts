import type { Language } from "@haitech/contract/languages"
import en from "@haitech/messages/en.json" with { type: "json" }
import es from "@haitech/messages/es.json" with { type: "json" }
import fr from "@haitech/messages/fr.json" with { type: "json" }
import ht from "@haitech/messages/ht.json" with { type: "json" }
import { fill, type Values } from "./i18n.ts"

/**
 * Every text of the interface, in every language. For rendering pages only: a browser never downloads this module,
 * an island gets the few texts it needs as props (`pick`).
 */
const TEXTS: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, fr, ht, es }

export type MessageKey = keyof typeof en
export type Translate = (key: MessageKey, values?: Values) => string

/** The texts of one language. `site` is the product's name and fills every `{site}` by itself. */
export function translator(language: Language, site: string): Translate {
  return (key, values) => fill(TEXTS[language][key], { site, ...values })
}

/** The texts an island needs, under the same keys: `pick(t, ["newsletter.name", "newsletter.email"])`. */
export function pick<const Key extends MessageKey>(t: Translate, keys: readonly Key[]): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, t(key)])) as Record<Key, string>
}
