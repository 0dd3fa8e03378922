import { expect, test } from "vitest"
import { MARK, renderEmail } from "./email.ts"

const TEXTS = {
  language: "ht",
  subject: "Byenveni",
  greeting: 'Byenveni <img src=x> "Ada" & co',
  paragraphs: ["long ".repeat(30).trim(), "kout"],
  action: { label: "Gade pwogram yo", url: "https://haitech.test/ht?a=1&b=2" },
  footer: "HaiTech",
} as const

test("both parts say the same, and nothing typed by a person becomes markup", () => {
  const { text, html } = renderEmail(TEXTS)
  for (const said of ["kout", "Gade pwogram yo", "HaiTech"])
    expect([text, html].every((part) => part.includes(said))).toBe(true)
  expect(text).toContain("https://haitech.test/ht?a=1&b=2")
  expect(html).toContain("Byenveni &lt;img src=x&gt; &quot;Ada&quot; &amp; co")
  expect(html).toContain('href="https://haitech.test/ht?a=1&amp;b=2"')
  expect(html).toMatch(/<html lang="ht">/)
})

test("no line of the text part is longer than a mail program shows", () => {
  const lines = renderEmail(TEXTS).text.split("\n")
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72)
})

test("an address is never broken, however long, so that it can be followed", () => {
  const url = `https://haitech.test/reset?token=${"0123456789".repeat(12)}`
  expect(renderEmail({ ...TEXTS, action: { label: "Gade", url } }).text.split("\n")).toContain(url)
})

test("a letter that can be answered begins with a line above which to write, and no other letter has it", () => {
  const above = "Ekri repons ou <anwo> liy sa a"
  const { text, html } = renderEmail({ ...TEXTS, above })
  expect(text.split("\n")[0]).toBe(`${MARK} ${above} ${MARK}`)
  expect(html.indexOf(`${MARK} Ekri repons ou &lt;anwo&gt; liy sa a ${MARK}`)).toBeLessThan(html.indexOf("<h1"))
  expect(Object.values(renderEmail(TEXTS)).some((part) => part.includes(MARK))).toBe(false)
})

test("in the dark every colour that stands with an element is replaced", () => {
  const { html } = renderEmail({ ...TEXTS, above: "Ekri" })
  const dark = html.match(/prefers-color-scheme:dark\)\{(.*)\}<\/style>/)?.[1] ?? ""
  expect(dark.match(/(background|color):/g)).toHaveLength(dark.match(/!important/g)?.length ?? 0)
  expect([...dark.matchAll(/\.(\w+)\{/g)].filter(([, name]) => !html.includes(`class="${name}"`))).toEqual([])
})

test("a letter is light", () => {
  expect(renderEmail(TEXTS).html.length).toBeLessThan(12_000)
})
