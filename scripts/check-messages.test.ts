import type { Language } from "@haitech/contract/languages"
import { expect, test } from "vitest"
import { findPageProblems, findProblems } from "./check-messages.ts"

const EN = {
  "home.title": "Hello {name}, good to see you",
  "home.lights_one": "One light",
  "home.lights_other": "{count} lights",
}
const FR = { "home.title": "Bonjour {name}", "home.lights_one": "Une lumière", "home.lights_other": "{count} lumières" }
const SOURCES = 't("home.title"); t(plural("home.lights", 3))'

test("catalogues with equal keys that are all used have no problems", () => {
  expect(check({})).toEqual([])
})

test("a key that only English or only another language has is a problem", () => {
  const { "home.title": _, ...short } = FR
  expect(check({ ht: short })).toEqual([
    "messages/ht.json: key 1 must be home.title, is home.lights_one; use the keys and the order of messages/en.json",
  ])
  expect(check({ ht: { ...FR, "home.more": "Ankò" } })).toEqual([
    "messages/ht.json: home.more: is not in messages/en.json; add it there or delete it",
  ])
})

test("all catalogues have the same key order", () => {
  const reversed = Object.fromEntries(Object.entries(FR).reverse())
  expect(check({ es: reversed })).toEqual([
    "messages/es.json: key 1 must be home.title, is home.lights_other; use the keys and the order of messages/en.json",
  ])
})

test("a duplicate key is a problem, although JSON.parse keeps only one", () => {
  const file = JSON.stringify(FR, null, 2).replace("{\n", '{\n  "home.title": "Salut {name}",\n')
  expect(check({ fr: file })).toEqual(["messages/fr.json: home.title: is a duplicate; delete one of the two"])
})

test("every language has the same placeholders, except {count} in the singular", () => {
  expect(check({ fr: { ...FR, "home.title": "Bonjour {nom}" } })).toEqual([
    'messages/fr.json: home.title: must have the placeholders of "Hello {name}, good to see you" (see docs/translations.md)',
  ])
  expect(check({ fr: { ...FR, "home.lights_one": "{count} lumière" } })).toEqual([])
})

test.for([
  ["", "is empty; write the text"],
  ["  ", "is empty; write the text"],
  ["Une lumière ", "has a leading, trailing or double space; delete it"],
  ["Une  lumière", "has a leading, trailing or double space; delete it"],
  ["Une lumie\u0300re", "is not normalized; save it in Unicode NFC"],
])("the text %o %s", ([text, problem]) => {
  expect(check({ fr: { ...FR, "home.lights_one": text } })).toContain(`messages/fr.json: home.lights_one: ${problem}`)
})

test("an untranslated sentence is a problem, an untranslated name is not", () => {
  expect(check({ es: { ...FR, "home.title": EN["home.title"] } })).toEqual([
    "messages/es.json: home.title: is still in English; translate it",
  ])
  expect(check({ es: { ...FR, "home.lights_one": EN["home.lights_one"] } })).toEqual([])
})

test("a catalogue uses one kind of apostrophe", () => {
  const mixed = { ...FR, "home.lights_one": "L'une", "home.lights_other": "{count} d’autres" }
  expect(check({ fr: mixed })).toEqual([
    "messages/fr.json: mixes the apostrophes ' and ’; use one of them in the whole file (see docs/translations.md)",
  ])
})

test("French punctuation needs a no-break space", () => {
  const breakable = { ...FR, "home.lights_one": "Une lumière !" }
  expect(check({ fr: breakable })).toEqual([
    "messages/fr.json: home.lights_one: needs no-break spaces (U+00A0) before ! ? ; : » and after « (see docs/translations.md)",
  ])
  expect(check({ fr: { ...FR, "home.lights_one": "Une lumière\u00a0!" } })).toEqual([])
})

test("a key that no code uses is a problem, unless a template matches it", () => {
  expect(check({ sources: 't("home.title")' })).toEqual([
    "home.lights_one: no code uses this text; delete it from all four messages/*.json",
    "home.lights_other: no code uses this text; delete it from all four messages/*.json",
  ])
  expect(check({ sources: "t(`home.${part}`)" })).toEqual([])
  expect(check({ sources: "t(`away.${part}`)" })).toHaveLength(3)
})

test("a plural needs both forms", () => {
  const { "home.lights_other": _, ...one } = EN
  const problems = check({ en: one, fr: one, ht: one, es: one })
  expect(problems).toContain(
    "home.lights_one: a plural needs both forms; add home.lights_other (see docs/translations.md)",
  )
})

test("every problem code of the contract needs a text", () => {
  expect(check({ required: ["problem.rate.limited"] })).toEqual([
    "problem.rate.limited: is missing; add it at the same position of all four messages/*.json (see docs/translations.md)",
  ])
})

type Changes = Partial<Record<Language, string | object>> & { sources?: string; required?: string[] }

function check({ sources = SOURCES, required = [], ...changes }: Changes): string[] {
  const files = { en: EN, fr: FR, ht: FR, es: FR, ...changes }
  const texts = Object.entries(files).map(([language, catalogue]) => [
    language,
    typeof catalogue === "string" ? catalogue : JSON.stringify(catalogue, null, 2),
  ])
  return findProblems({ files: Object.fromEntries(texts) as Record<Language, string>, sources, required })
}

test.for([
  ["en", "We send you a letter", "letter", "email"],
  ["en", "Your e-mail", "e-mail", "email"],
  ["en", "Welcome to the office", "office", "admin area or team"],
  ["fr", "Une lettre est en route", "lettre", "e-mail"],
  ["fr", "Un mail est en route", "mail", "e-mail"],
  ["fr", "Ton rendez-vous", "rendez-vous", "séance"],
  ["ht", "Lèt nou an ap vini", "Lèt", "imèl"],
  ["ht", "Yon mentò ap ede w", "mentò", "mantò or akonpayman"],
  ["es", "Te enviamos una carta", "carta", "correo"],
  ["es", "Tu tutor legal", "tutor legal", "representante legal"],
] as const)("in %s, %o uses another word than the product", ([language, text, word, use]) => {
  expect(check({ [language]: { ...(language === "en" ? EN : FR), "home.lights_one": text } })).toContain(
    `messages/${language}.json: home.lights_one: says "${word}"; use "${use}" (docs/translations.md, "One word for one thing")`,
  )
})

test.for([
  ["en", "Office hours"],
  ["fr", "Ton adresse e-mail"],
  ["fr", "Un tuteur ou un mentor"],
  ["ht", "Pale nan tchat la"],
  ["ht", "Tablo bò ou"],
  ["es", "Una tutora legalmente capaz"],
] as const)("in %s, %o is fine", ([language, text]) => {
  expect(check({ [language]: { ...(language === "en" ? EN : FR), "home.lights_one": text } })).toEqual([])
})

test("the words for the signs of an alphabet are fine in texts about names and passwords", () => {
  const files = { en: "A letter", fr: "Une lettre", ht: "Yon lèt", es: "Una letra" }
  const required = ["field.username.signs"]
  const keyed = Object.fromEntries(
    Object.entries(files).map(([language, text]) => [
      language,
      JSON.stringify({ "field.username.signs": text }, null, 2),
    ]),
  ) as Record<Language, string>
  expect(findProblems({ files: keyed, sources: "", required })).toEqual([])
})

test("a long text is read in the language of its name", () => {
  expect(findPageProblems("content/pages/terms.es.md", "# Uno\n\nUna carta")).toEqual([
    'content/pages/terms.es.md:3: says "carta"; use "correo" (docs/translations.md, "One word for one thing")',
  ])
  expect(findPageProblems("content/pages/terms.fr.md", "La carta")).toEqual([])
  expect(findPageProblems("content/people/team/ada.md", "A letter")).toHaveLength(1)
})
