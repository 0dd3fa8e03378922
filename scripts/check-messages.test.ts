import type { Language } from "@haitech/contract/languages"
import { expect, test } from "vitest"
import { findProblems } from "./check-messages.ts"

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
