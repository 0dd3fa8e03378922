import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { FIELD_ERRORS } from "@haitech/contract/field-errors"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { PROBLEMS } from "@haitech/contract/problems"

/** `files` are the catalogues as they are written, `sources` all code that may name a key, `owed` keys nobody types. */
export interface Catalogues {
  readonly files: Readonly<Record<Language, string>>
  readonly sources: string
  readonly owed: readonly string[]
}

type Texts = Readonly<Record<string, string>>

/** A text this long that is the same in two languages was not translated; a shorter one may be a name. */
const SENTENCE_WORDS = 4

/** Everything that is wrong with the messages, one sentence each. */
export function findProblems({ files, sources, owed }: Catalogues): string[] {
  const english: Texts = JSON.parse(files.en)
  return [
    ...owed.filter((key) => !(key in english)).map((key) => `${key}: the contract owes this text`),
    ...unused(Object.keys(english), sources, owed),
    ...half(Object.keys(english)),
    ...LANGUAGES.flatMap((language) => {
      const texts: Texts = JSON.parse(files[language])
      return [
        ...outOfStep(Object.keys(english), Object.keys(texts)),
        ...twice(files[language]),
        ...Object.entries(texts).flatMap(([key, text]) => faults(key, text, english[key], language)),
        ...mixedApostrophes(texts),
        ...(language === "fr" ? looseMarks(texts) : []),
      ].map((fault) => `${language}: ${fault}`)
    }),
  ]
}

/** Keys that no source names: whole, without its plural ending, or by a template such as `program.${program}`. */
function unused(keys: readonly string[], sources: string, owed: readonly string[]): string[] {
  const named = new Set([...sources.matchAll(/["'`]([a-z0-9_]+(?:\.[a-z0-9_]+)+)["'`]/g)].map(([, key]) => key))
  const templates = [...sources.matchAll(/`([a-z0-9_]+\.(?:[a-z0-9_.]|\$\{[^`{}]*\})*)`/g)]
    .filter(([, template = ""]) => template.includes("${"))
    .map(
      ([, template = ""]) => new RegExp(`^${template.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[a-z0-9_.]+")}$`),
    )
  return keys
    .filter((key) => !owed.includes(key) && !named.has(key) && !named.has(withoutPlural(key)))
    .filter((key) => !templates.some((template) => template.test(withoutPlural(key))))
    .map((key) => `${key}: no code uses this text`)
}

/** A number is one or another (`_one`, `_other`): one of the two alone leaves a reader with a key on the screen. */
function half(keys: readonly string[]): string[] {
  const pairs = keys.filter((key) => key !== withoutPlural(key))
  return pairs
    .filter((key) => !keys.includes(`${withoutPlural(key)}_${key.endsWith("_one") ? "other" : "one"}`))
    .map((key) => `${key}: has no partner for the other numbers`)
}

function outOfStep(english: readonly string[], keys: readonly string[]): string[] {
  const at = english.findIndex((key, index) => keys[index] !== key)
  if (at >= 0) return [`expected ${english[at]} at place ${at + 1}, found ${keys[at] ?? "nothing"}`]
  return keys.slice(english.length).map((key) => `${key}: English has no such text`)
}

/** JSON takes the last of two equal keys and says nothing. */
function twice(file: string): string[] {
  const keys = [...file.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map(([, key = ""]) => key)
  return keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${key}: stands here twice`)
}

function faults(key: string, text: string, english: string | undefined, language: Language): string[] {
  const found: string[] = []
  if (text.trim() === "") found.push("is empty")
  if (text !== text.trim() || text.includes("  ")) found.push("has spaces nobody sees")
  if (text !== text.normalize("NFC")) found.push("is not in the composed form (NFC)")
  if (english === undefined) return found.map((fault) => `${key}: ${fault}`)
  if (placeholders(text, key) !== placeholders(english, key)) found.push(`has not the placeholders of "${english}"`)
  const words = english.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word) && !word.includes("{"))
  if (language !== "en" && text === english && words.length >= SENTENCE_WORDS) found.push("is still in English")
  return found.map((fault) => `${key}: ${fault}`)
}

/** The sentence for one thing may spell the number out, so `{count}` is its own affair. */
function placeholders(text: string, key: string): string {
  const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  if (key.endsWith("_one")) names.delete("count")
  return [...names].sort().join()
}

function mixedApostrophes(texts: Texts): string[] {
  const all = Object.values(texts).join("")
  return /\p{L}'\p{L}/u.test(all) && /\p{L}’\p{L}/u.test(all) ? ["apostrophes are written in two ways (' and ’)"] : []
}

/** French puts a space before these marks; one that can break would put the mark at the beginning of a line. */
function looseMarks(texts: Texts): string[] {
  return Object.entries(texts)
    .filter(([, text]) => / [!?;:»]|« /.test(text))
    .map(([key]) => `${key}: a space that can break stands before a mark`)
}

function withoutPlural(key: string): string {
  return key.replace(/_(one|other)$/, "")
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, "..")
  const read = (file: string) => readFileSync(join(root, file), "utf8")
  const sources = globSync("{contract,server,web}/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !file.includes(".test."),
  )
  const found = findProblems({
    files: Object.fromEntries(LANGUAGES.map((language) => [language, read(`messages/${language}.json`)])) as Record<
      Language,
      string
    >,
    sources: sources.map(read).join("\n"),
    owed: [...Object.keys(PROBLEMS).map((code) => `problem.${code}`), ...FIELD_ERRORS.map((error) => `field.${error}`)],
  })
  for (const sentence of found) console.error(sentence)
  process.exitCode = found.length === 0 ? 0 : 1
}
