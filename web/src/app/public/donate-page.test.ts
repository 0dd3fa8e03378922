import { LANGUAGES } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import { expect, test } from "vitest"
import { islandNames, render } from "#entry/render.tsx"

const ASSETS = {
  styles: {},
  theme: "",
  boot: "",
  islands: Object.fromEntries(islandNames.map((name) => [name, `/${name}.js`])),
}
const SITE = { name: "Lakou", url: "https://example.org", timeZone: "America/New_York" }
const STRIPE = { provider: "stripe", publishableKey: "pk_test_1" } as const
const SANDBOX = { provider: "sandbox", publishableKey: null } as const

const renderPage = (overrides: Partial<PageRequest> = {}) =>
  render({ path: "/donate", language: "en", ...overrides }, ASSETS, SITE)
const FORM = 'action="/api/checkout-sessions"'

test.each([undefined, { provider: "none", publishableKey: null } as const])(
  "with %j the page says how else to give, and has no donation form",
  (payments) => {
    const page = renderPage(payments && { payments })
    expect(page).toContain("Card gifts open soon")
    expect(page).toContain("how to give by check or bank transfer")
    expect(page).toContain('action="/api/contact"')
    expect(page).not.toContain(FORM)
  },
)

test("the page links to the receipts of earlier gifts", () => {
  expect(renderPage({ language: "fr" })).toContain('href="/fr/receipts"')
})

test("only the sandbox's form offers test cards, and says that it is a test", () => {
  const [stripe, sandbox] = [renderPage({ payments: STRIPE }), renderPage({ payments: SANDBOX })]
  for (const page of [stripe, sandbox]) expect(page).toContain(FORM)
  for (const part of ["Test mode", "4000 0000 0000 9995"]) {
    expect([part, sandbox.includes(part), stripe.includes(part)]).toEqual([part, true, false])
  }
})

test.each(LANGUAGES)("the page has no inline styles, duplicate ids or unfilled texts (%s)", (language) => {
  const form = { name: "donation", sent: false, values: {}, fields: { customAmount: "amount.too_small" as const } }
  for (const payments of [STRIPE, SANDBOX]) {
    const page = renderPage({ language, payments, form })
    expect(page).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(page.replaceAll(/data-(props|texts)="[^"]*"/g, "")).not.toMatch(/>[^<]*\{\w+\}[^<]*</)
  }
})

test("a custom amount of a refused plain form is shown again, with no preset selected", () => {
  const values = { customAmount: "0.5", donorName: "Rose" }
  const page = renderPage({ payments: STRIPE, form: { name: "donation", sent: false, values, fields: {} } })
  expect(page).toMatch(/name="customAmount"[^>]*value="0.5"/)
  expect(page).not.toMatch(/type="radio" name="amount"[^>]*checked/)
})
