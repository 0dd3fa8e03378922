import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { expect, test } from "vitest"
import { islandNames, render } from "#entry/render.tsx"
import { translator } from "#platform/i18n/texts.ts"

const ASSETS = {
  styles: {},
  theme: "",
  boot: "",
  islands: Object.fromEntries(islandNames.map((name) => [name, `/${name}.js`])),
}
const LEGAL = ["/privacy", "/termsofservice"] as const
const PAGES = [...LEGAL, "/safety"] as const
const inEachLanguage = (paths: readonly string[]) =>
  paths.flatMap((path) => LANGUAGES.map((language) => [path, language] as const))
const CASES = inEachLanguage(PAGES)

function page(path: string, language: Language): string {
  return render({ path, language }, ASSETS, { name: "Lakou", url: "https://example.org", timeZone: "America/New_York" })
}

function article(path: string, language: Language): string {
  return /<article class="prose">(.*?)<\/article>/s.exec(page(path, language))?.[1] ?? ""
}

const chapters = (html: string) => [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)

test.each(CASES)(
  "%s (%s): the contents list every chapter, ids are unique, and every reference has a target",
  (path, language) => {
    const html = page(path, language)
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const references = [...html.matchAll(/\s(?:aria-labelledby|aria-describedby|for|href)="#?([^"/:]+)"/g)]
    expect(references.map(([, id]) => id).filter((id) => id !== "" && !ids.includes(id))).toEqual([])
    const contents = /<ol class="contents-list[^>]*>(.*?)<\/ol>/.exec(html)?.[1] ?? ""
    expect([...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(chapters(html))
  },
)

test.each(CASES)("%s (%s): the page has one h1, and headings go down one level at a time", (path, language) => {
  const levels = [...page(path, language).matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  expect(levels.filter((level) => level === 1)).toEqual([1])
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
})

test.each(CASES)("%s (%s): the text has no placeholder, raw markup or other product name", (path, language) => {
  const text = article(path, language).replace(/<[^>]+>|&#?\w+;/g, "")
  expect(text).toContain("Lakou")
  expect(text.replaceAll("contact@haitech.org", "")).not.toMatch(/[{}*#|]|\]\(|haitech/i)
  expect(article(path, language)).toContain('href="mailto:contact@haitech.org"')
  expect(page(path, language)).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
})

test.each(PAGES)("%s has the same chapters, lists and emphasis in every language", (path) => {
  const shape = (language: Language) =>
    article(path, language).match(/<(section id="[^"]+"|p|ul|li|tr|td|th|strong)(?=[ >])/g)
  for (const language of LANGUAGES) expect(shape(language)).toEqual(shape("en"))
})

test.each(inEachLanguage(LEGAL))("%s (%s): the link to the other text keeps the language", (path, language) => {
  const other = path === "/privacy" ? "/terms" : "/privacy"
  expect(article(path, language)).toContain(`<a href="${language === "en" ? "" : `/${language}`}${other}">`)
})

test.each([
  ["en", "August 17, 2023"],
  ["fr", "17 août 2023"],
  ["ht", "17 out 2023"],
  ["es", "17 de agosto de 2023"],
] as const)("both texts show 17 August 2023 as effective date (%s)", (language, date) => {
  for (const path of LEGAL) expect(page(path, language)).toContain(date)
})

test.each([
  ["en", "Donations are non-refundable.", "the greater of the amount you paid us or USD 100"],
  ["fr", "Les dons ne sont pas remboursables.", "au plus élevé de ces deux montants"],
  ["ht", "Nou pa ranbouse don.", "pi gwo nan de montan sa yo"],
  ["es", "Las donaciones no son reembolsables.", "la mayor de estas dos sumas"],
] as const)("the terms exclude refunds of donations and state the liability cap (%s)", (language, donations, cap) => {
  const strong = article("/termsofservice", language).match(/<strong>.*?<\/strong>/g) ?? []
  expect(strong).toContain(`<strong>${donations}</strong>`)
  expect(strong.filter((sentence) => sentence.includes(cap) && /USD 100|100 USD/.test(sentence))).toHaveLength(1)
})

test.each(LANGUAGES)(
  "/safety (%s): the page names what the report button of the chat says, and has no date",
  (language) => {
    expect(article("/safety", language)).toContain(`<em>${translator(language, "Lakou")("chat.report")}</em>`)
    expect(page("/safety", language)).not.toContain("2023")
  },
)
