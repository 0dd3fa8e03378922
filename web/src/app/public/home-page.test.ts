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
const HOME: PageRequest = { path: "/", language: "en" }

function renderHome(overrides: Partial<PageRequest> = {}): string {
  return render({ ...HOME, ...overrides }, ASSETS, {
    name: "Lakou",
    url: "https://example.org",
    timeZone: "America/New_York",
  })
}

test.each(LANGUAGES)(
  "the page has no inline styles or event handlers, which the script policy forbids (%s)",
  (language) => {
    expect(renderHome({ language })).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
  },
)

test("each counter animates to the number in its accessible text", () => {
  const counters = [...renderHome().matchAll(/class="sr">([\d]+)[+%]<\/span><span class="count \[--n:(\d+)\]"/g)]
  expect(counters.map(([, text]) => text)).toEqual(["150", "3", "100"])
  expect(counters.map(([, , animated]) => animated)).toEqual(["150", "3", "100"])
})

test("the hero shows one light per student helped", () => {
  const page = renderHome()
  const village = /<g id="village">(.*?)<\/g>/.exec(page)?.[1] ?? ""
  const lights = village.match(/h0/g)?.length ?? 0
  const villages = page.match(/href="#village"/g)?.length ?? 0
  expect(lights * villages).toBe(150)
})

test("the page has one h1, and headings go down one level at a time", () => {
  const levels = [...renderHome().matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  expect(levels.filter((level) => level === 1)).toEqual([1])
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
})

test("ids are unique, and every reference has a target", () => {
  const page = renderHome({
    form: { name: "membership", sent: false, values: {}, fields: { name: "name.required" } },
  })
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const references = [...page.matchAll(/\s(?:aria-labelledby|aria-describedby|for|href)="#?([^"/:]+)"/g)]
  expect(references.map(([, id]) => id).filter((id) => id !== "" && !ids.includes(id))).toEqual([])
})

test("the page takes the product's name from the settings only", () => {
  const page = renderHome().replaceAll(/[\w.]+@haitech\.org|linkedin\.com\/company\/haitech/g, "")
  expect(page).toContain("Lakou Cares")
  expect(page).not.toMatch(/haitech/i)
})

test("a refused post shows the entered values again, with an error under each wrong field", () => {
  const page = renderHome({
    form: {
      name: "membership",
      sent: false,
      values: { name: "", email: 'ada"<b>', interests: "Web" },
      fields: { name: "name.required", email: "email.invalid" },
      message: "Please check your information.",
    },
  })
  expect(page).toContain('value="ada&quot;&lt;b&gt;"')
  expect(page).toContain('value="Web"')
  expect(page).toMatch(/role="alert">Please check your information\./)
  for (const [field, text] of [
    ["name", "Name is required"],
    ["email", "Please enter a valid email address"],
  ]) {
    const input = new RegExp(`<input[^>]*aria-invalid="true"[^>]*aria-describedby="([^"]+)"[^>]*name="${field}"`)
    const described = input.exec(page)?.[1] ?? "nothing"
    expect(page).toMatch(new RegExp(`id="${described}"(?:(?!</p>).)*${text}</p>`))
  }
})

test("a successful post shows the thanks in the page, with an empty form", () => {
  const page = renderHome({ form: { name: "membership", sent: true, values: { name: "Ada" }, fields: {} } })
  expect(page).toMatch(/role="status">Welcome to Lakou Learning!/)
  expect(page).not.toContain('value="Ada"')
})

test("the result of another form does not show", () => {
  const page = renderHome({
    form: { name: "contact", sent: false, values: { name: "Ada" }, fields: {}, message: "No." },
  })
  expect(page).not.toMatch(/role="alert"/)
})

test("without script, the page contains the testimonials, with only the first word of a name", () => {
  const id = "0190a000-0000-7000-8000-000000000001" as never
  const page = renderHome({
    testimonials: [{ id, content: "It <works>", rating: "4", name: "Ada Lovelace", role: "Student" }],
  })
  const plain = /<noscript>(.*?)<\/noscript>/.exec(page)?.[1] ?? ""
  expect(plain).toContain("It &lt;works&gt;")
  expect(plain).toContain("Ada, Student. 4 out of 5 stars")
  expect(plain).not.toContain("Lovelace")
  expect(renderHome()).not.toContain("<noscript>")
})

test("the language links of the 404 page open the home page", () => {
  const html = render({ path: "/nowhere", language: "en" }, ASSETS, {
    name: "Lakou",
    url: "https://example.org",
    timeZone: "America/New_York",
  })
  expect(html).toMatch(/href="\/fr"[^>]*hrefLang="fr"/i)
  expect(html).not.toMatch(/<a [^>]*href="[^"]*nowhere/)
})
