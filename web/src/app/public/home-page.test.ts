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

function home(more: Partial<PageRequest> = {}): string {
  return render({ ...HOME, ...more }, ASSETS, {
    name: "Lakou",
    url: "https://example.org",
    timeZone: "America/New_York",
  })
}

test.each(LANGUAGES)("nothing in the page needs what the script policy refuses (%s)", (language) => {
  expect(home({ language })).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
})

test("the number that runs is the number that is said", () => {
  const counters = [...home().matchAll(/class="sr">([\d]+)[+%]<\/span><span class="count \[--n:(\d+)\]"/g)]
  expect(counters.map(([, said]) => said)).toEqual(["150", "3", "100"])
  expect(counters.map(([, , runs]) => runs)).toEqual(["150", "3", "100"])
})

test("every light on the mountain is a learner: there are as many as students helped", () => {
  const page = home()
  const village = /<g id="village">(.*?)<\/g>/.exec(page)?.[1] ?? ""
  const lights = village.match(/h0/g)?.length ?? 0
  const villages = page.match(/href="#village"/g)?.length ?? 0
  expect(lights * villages).toBe(150)
})

test("headings go down one level at a time, and there is one first", () => {
  const levels = [...home().matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  expect(levels.filter((level) => level === 1)).toEqual([1])
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
})

test("no id stands twice, and every reference has its id", () => {
  const page = home({
    form: { name: "membership", sent: false, values: {}, fields: { name: "name.required" } },
  })
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const references = [...page.matchAll(/\s(?:aria-labelledby|aria-describedby|for|href)="#?([^"/:]+)"/g)]
  expect(references.map(([, id]) => id).filter((id) => id !== "" && !ids.includes(id))).toEqual([])
})

test("the name of the product is a setting: no page has another one typed into it", () => {
  const page = home().replaceAll(/[\w.]+@haitech\.org|linkedin\.com\/company\/haitech/g, "")
  expect(page).toContain("Lakou Cares")
  expect(page).not.toMatch(/haitech/i)
})

test("a refused post brings back what was entered, and says under each field what is wrong", () => {
  const page = home({
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

test("a post that went well is thanked in place, with an empty form", () => {
  const page = home({ form: { name: "membership", sent: true, values: { name: "Ada" }, fields: {} } })
  expect(page).toMatch(/role="status">Welcome to Lakou Learning!/)
  expect(page).not.toContain('value="Ada"')
})

test("another form's answer does not show here", () => {
  const page = home({ form: { name: "contact", sent: false, values: { name: "Ada" }, fields: {}, message: "No." } })
  expect(page).not.toMatch(/role="alert"/)
})

test("without script, testimonials are read in the page, with only the first word of a name", () => {
  const id = "0190a000-0000-7000-8000-000000000001" as never
  const page = home({
    testimonials: [{ id, content: "It <works>", rating: "4", name: "Ada Lovelace", role: "Student" }],
  })
  const plain = /<noscript>(.*?)<\/noscript>/.exec(page)?.[1] ?? ""
  expect(plain).toContain("It &lt;works&gt;")
  expect(plain).toContain("Ada, Student. 4 out of 5 stars")
  expect(plain).not.toContain("Lovelace")
  expect(home()).not.toContain("<noscript>")
})

test("the language switch of a page that does not exist leads home", () => {
  const lost = render({ path: "/nowhere", language: "en" }, ASSETS, {
    name: "Lakou",
    url: "https://example.org",
    timeZone: "America/New_York",
  })
  expect(lost).toMatch(/href="\/fr"[^>]*hrefLang="fr"/i)
  expect(lost).not.toMatch(/<a [^>]*href="[^"]*nowhere/)
})
