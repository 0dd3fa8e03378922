import type { GiftFigures, PageRequest } from "@haitech/contract/pages"
import { expect, test } from "vitest"
import { islandNames, render } from "#entry/render.tsx"

const ASSETS = {
  styles: {},
  theme: "",
  boot: "",
  islands: Object.fromEntries(islandNames.map((name) => [name, `/${name}.js`])),
}
const SITE = { name: "Lakou", url: "https://example.org", timeZone: "America/New_York" }
const FIGURES = { sessions: 1340, lessons: 2, members: 34, through: "2026-11-30" }

function renderPage(giftFigures: GiftFigures, overrides: Partial<PageRequest> = {}) {
  const payments = { provider: "sandbox", publishableKey: null } as const
  return render({ path: "/donate", language: "en", payments, giftFigures, ...overrides }, ASSETS, SITE)
}

/** The figures with their labels and the sentence below them; empty without the section. */
function sectionOf(page: string): string[] {
  const [section = ""] = /<section[^>]*"done-title".*?<\/section>/s.exec(page) ?? []
  return [...section.matchAll(/<(dt|dd|p class="small)[^>]*>([^<]*)</g)].map(([, , text = ""]) => text)
}

test.each([
  [
    "en",
    ["sessions held", "1,340", "lessons finished", "2", "new members in November 2026", "34"],
    "Counted in our own records, through November 30, 2026.",
  ],
  [
    "fr",
    ["séances tenues", "1\u00a0340", "leçons terminées", "2", "nouveaux membres en novembre 2026", "34"],
    "Chiffres de nos propres registres, jusqu’au 30 novembre 2026 inclus.",
  ],
  [
    "ht",
    ["seyans ki fèt", "1\u00a0340", "leson ki fini", "2", "nouvo manm nan mwa novanm 2026", "34"],
    "Chif ki soti nan pwòp rejis nou, jiska 30 novanm 2026.",
  ],
  [
    "es",
    ["sesiones realizadas", "1340", "lecciones terminadas", "2", "nuevos miembros en noviembre de 2026", "34"],
    "Cifras de nuestros propios registros, hasta el 30 de noviembre de 2026 inclusive.",
  ],
] as const)("the page says what a gift does (%s)", (language, figures, note) => {
  expect(sectionOf(renderPage(FIGURES, { language }))).toEqual([...figures, note])
})

test("a figure of 1 has the singular, and one of 0 is absent", () => {
  const [label, figure] = sectionOf(renderPage({ ...FIGURES, sessions: 1, lessons: 0, members: 0 }))
  expect([label, figure]).toEqual(["session held", "1"])
  expect(sectionOf(renderPage({ ...FIGURES, lessons: 0, members: 0 }))).toHaveLength(3)
})

test("with no figure above 0 the section and the sentence of thanks are absent", () => {
  const form = { name: "donation", sent: true, values: {}, fields: {} }
  const page = renderPage({ ...FIGURES, sessions: 0, lessons: 0, members: 0 }, { form })
  expect(page).toContain("Your receipt comes by email.</p>")
  expect(page).not.toMatch(/What a gift does|gifts like yours/)
})

test("the page after a gift without script thanks with the figures", () => {
  const form = { name: "donation", sent: true, values: {}, fields: {} }
  const figures = "1,340\u00a0sessions held, 2\u00a0lessons finished, 34\u00a0new members in November 2026"
  expect(renderPage(FIGURES, { form })).toContain(`Your receipt comes by email. With gifts like yours: ${figures}.</p>`)
})
