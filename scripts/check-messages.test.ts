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

test("catalogues in step, whose every text is used, are left in peace", () => {
  expect(check({})).toEqual([])
})

test("a key that English has and another language has not is missed, and the other way round", () => {
  const { "home.title": _, ...short } = FR
  expect(check({ ht: short })).toEqual(["ht: expected home.title at place 1, found home.lights_one"])
  expect(check({ ht: { ...FR, "home.more": "Ankò" } })).toEqual(["ht: home.more: English has no such text"])
})

test("keys stand in the same order everywhere", () => {
  const turned = Object.fromEntries(Object.entries(FR).reverse())
  expect(check({ es: turned })).toEqual(["es: expected home.title at place 1, found home.lights_other"])
})

test("a key that stands twice in a file is seen, although JSON keeps only one", () => {
  const file = JSON.stringify(FR, null, 2).replace("{\n", '{\n  "home.title": "Salut {name}",\n')
  expect(check({ fr: file })).toEqual(["fr: home.title: stands here twice"])
})

test("every language fills the same placeholders; one thing need not be counted", () => {
  expect(check({ fr: { ...FR, "home.title": "Bonjour {nom}" } })).toEqual([
    'fr: home.title: has not the placeholders of "Hello {name}, good to see you"',
  ])
  expect(check({ fr: { ...FR, "home.lights_one": "{count} lumière" } })).toEqual([])
})

test.for([
  ["", "is empty"],
  ["  ", "is empty"],
  ["Une lumière ", "has spaces nobody sees"],
  ["Une  lumière", "has spaces nobody sees"],
  ["Une lumie\u0300re", "is not in the composed form (NFC)"],
])("the text %o %s", ([text, fault]) => {
  expect(check({ fr: { ...FR, "home.lights_one": text } })).toContain(`fr: home.lights_one: ${fault}`)
})

test("a sentence that is still English is seen, a name is not", () => {
  expect(check({ es: { ...FR, "home.title": EN["home.title"] } })).toEqual(["es: home.title: is still in English"])
  expect(check({ es: { ...FR, "home.lights_one": EN["home.lights_one"] } })).toEqual([])
})

test("one language writes its apostrophes in one way", () => {
  const mixed = { ...FR, "home.lights_one": "L'une", "home.lights_other": "{count} d’autres" }
  expect(check({ fr: mixed })).toEqual(["fr: apostrophes are written in two ways (' and ’)"])
})

test("a French mark never stands at the beginning of a line", () => {
  const loose = { ...FR, "home.lights_one": "Une lumière !" }
  expect(check({ fr: loose })).toEqual(["fr: home.lights_one: a space that can break stands before a mark"])
  expect(check({ fr: { ...FR, "home.lights_one": "Une lumière\u00a0!" } })).toEqual([])
})

test("a text that no code uses is seen, unless a template makes its key", () => {
  expect(check({ sources: 't("home.title")' })).toEqual([
    "home.lights_one: no code uses this text",
    "home.lights_other: no code uses this text",
  ])
  expect(check({ sources: "t(`home.${part}`)" })).toEqual([])
  expect(check({ sources: "t(`away.${part}`)" })).toHaveLength(3)
})

test("a number has both its texts", () => {
  const { "home.lights_other": _, ...one } = EN
  const found = check({ en: one, fr: one, ht: one, es: one })
  expect(found).toContain("home.lights_one: has no partner for the other numbers")
})

test("what the contract can answer has a text", () => {
  expect(check({ owed: ["problem.rate.limited"] })).toEqual(["problem.rate.limited: the contract owes this text"])
})

type Changed = Partial<Record<Language, string | object>> & { sources?: string; owed?: string[] }

function check({ sources = SOURCES, owed = [], ...changed }: Changed): string[] {
  const files = { en: EN, fr: FR, ht: FR, es: FR, ...changed }
  const written = Object.entries(files).map(([language, texts]) => [
    language,
    typeof texts === "string" ? texts : JSON.stringify(texts, null, 2),
  ])
  return findProblems({ files: Object.fromEntries(written) as Record<Language, string>, sources, owed })
}
