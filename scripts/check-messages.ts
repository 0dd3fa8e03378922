import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { FIELD_ERRORS } from "@haitech/contract/field-errors"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { PROBLEMS } from "@haitech/contract/problems"
import { findReaderWords } from "./reader-words.ts"

/** `files` are the raw JSON texts, `sources` all code that may use a key, `required` the keys of problems and field errors. */
export interface Catalogues {
  readonly files: Readonly<Record<Language, string>>
  readonly sources: string
  readonly required: readonly string[]
}

type Texts = Readonly<Record<string, string>>

/** A text with this many words that equals the English one is untranslated; a shorter one may be a name. */
const SENTENCE_WORDS = 4

const DOCS = "see docs/translations.md"

export function findProblems({ files, sources, required }: Catalogues): string[] {
  const english: Texts = JSON.parse(files.en)
  return [
    ...required
      .filter((key) => !(key in english))
      .map((key) => `${key}: is missing; add it at the same position of all four messages/*.json (${DOCS})`),
    ...unusedKeys(Object.keys(english), sources, required),
    ...incompletePlurals(Object.keys(english)),
    ...LANGUAGES.flatMap((language) => {
      const texts: Texts = JSON.parse(files[language])
      return [
        ...differingKeys(Object.keys(english), Object.keys(texts)),
        ...duplicateKeys(files[language]),
        ...Object.entries(texts).flatMap(([key, text]) => textProblems(key, text, english[key], language)),
        ...mixedApostrophes(texts),
        ...(language === "fr" ? breakablePunctuation(texts) : []),
      ].map((problem) => `messages/${language}.json: ${problem}`)
    }),
  ]
}

/** A key is used whole, without its plural suffix, or by a template such as `program.${program}`. */
function unusedKeys(keys: readonly string[], sources: string, required: readonly string[]): string[] {
  const used = new Set([...sources.matchAll(/["'`]([a-z0-9_]+(?:\.[a-z0-9_]+)+)["'`]/g)].map(([, key]) => key))
  const templates = [...sources.matchAll(/`([a-z0-9_]+\.(?:[a-z0-9_.]|\$\{[^`{}]*\})*)`/g)]
    .filter(([, template = ""]) => template.includes("${"))
    .map(
      ([, template = ""]) => new RegExp(`^${template.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[a-z0-9_.]+")}$`),
    )
  return keys
    .filter((key) => !required.includes(key) && !used.has(key) && !used.has(withoutPlural(key)))
    .filter((key) => !templates.some((template) => template.test(withoutPlural(key))))
    .map((key) => `${key}: no code uses this text; delete it from all four messages/*.json`)
}

/** Without one of `_one` and `_other` the page would show the key. */
function incompletePlurals(keys: readonly string[]): string[] {
  const plurals = keys.filter((key) => key !== withoutPlural(key))
  return plurals
    .map((key) => [key, `${withoutPlural(key)}_${key.endsWith("_one") ? "other" : "one"}`] as const)
    .filter(([, counterpart]) => !keys.includes(counterpart))
    .map(([key, counterpart]) => `${key}: a plural needs both forms; add ${counterpart} (${DOCS})`)
}

function differingKeys(english: readonly string[], keys: readonly string[]): string[] {
  const index = english.findIndex((key, at) => keys[at] !== key)
  if (index >= 0) {
    const found = keys[index] ?? "nothing"
    return [`key ${index + 1} must be ${english[index]}, is ${found}; use the keys and the order of messages/en.json`]
  }
  return keys.slice(english.length).map((key) => `${key}: is not in messages/en.json; add it there or delete it`)
}

/** JSON.parse silently keeps the last of two equal keys. */
function duplicateKeys(file: string): string[] {
  const keys = [...file.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map(([, key = ""]) => key)
  return keys
    .filter((key, at) => keys.indexOf(key) !== at)
    .map((key) => `${key}: is a duplicate; delete one of the two`)
}

function textProblems(key: string, text: string, english: string | undefined, language: Language): string[] {
  const problems = findReaderWords(text, language, key)
  if (text.trim() === "") problems.push("is empty; write the text")
  if (text !== text.trim() || text.includes("  ")) problems.push("has a leading, trailing or double space; delete it")
  if (text !== text.normalize("NFC")) problems.push("is not normalized; save it in Unicode NFC")
  if (english === undefined) return problems.map((problem) => `${key}: ${problem}`)
  if (placeholders(text, key) !== placeholders(english, key)) {
    problems.push(`must have the placeholders of "${english}" (${DOCS})`)
  }
  const words = english.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word) && !word.includes("{"))
  if (language !== "en" && text === english && words.length >= SENTENCE_WORDS)
    problems.push("is still in English; translate it")
  return problems.map((problem) => `${key}: ${problem}`)
}

/** A `_one` text may spell the number out, so `{count}` is optional there. */
function placeholders(text: string, key: string): string {
  const names = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  if (key.endsWith("_one")) names.delete("count")
  return [...names].sort().join()
}

function mixedApostrophes(texts: Texts): string[] {
  const all = Object.values(texts).join("")
  return /\p{L}'\p{L}/u.test(all) && /\p{L}’\p{L}/u.test(all)
    ? [`mixes the apostrophes ' and ’; use one of them in the whole file (${DOCS})`]
    : []
}

/** French puts a space before these marks; a breaking one could move the mark to the next line. */
function breakablePunctuation(texts: Texts): string[] {
  return Object.entries(texts)
    .filter(([, text]) => / [!?;:»]|« /.test(text))
    .map(([key]) => `${key}: needs no-break spaces (U+00A0) before ! ? ; : » and after « (${DOCS})`)
}

/** `path` ends with the language, as in `content/pages/terms.fr.md`; a file without one is English. */
export function findPageProblems(path: string, text: string): string[] {
  const language = LANGUAGES.find((name) => path.endsWith(`.${name}.md`)) ?? "en"
  return text
    .split("\n")
    .flatMap((line, index) => findReaderWords(line, language).map((problem) => `${path}:${index + 1}: ${problem}`))
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
  // Courses are left out: what they teach decides their words.
  const pages = globSync("content/{pages,people}/**/*.md", { cwd: root })
  const problems = pages.flatMap((file) => findPageProblems(file.replaceAll("\\", "/"), read(file)))
  problems.push(
    ...findProblems({
      files: Object.fromEntries(LANGUAGES.map((language) => [language, read(`messages/${language}.json`)])) as Record<
        Language,
        string
      >,
      sources: sources.map(read).join("\n"),
      required: [
        ...Object.keys(PROBLEMS).map((code) => `problem.${code}`),
        ...FIELD_ERRORS.map((error) => `field.${error}`),
      ],
    }),
  )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
