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

test("both parts have the same content, and user input never becomes markup", () => {
  const { text, html } = renderEmail(TEXTS)
  for (const expected of ["kout", "Gade pwogram yo", "HaiTech"])
    expect([text, html].every((part) => part.includes(expected))).toBe(true)
  expect(text).toContain("https://haitech.test/ht?a=1&b=2")
  expect(html).toContain("Byenveni &lt;img src=x&gt; &quot;Ada&quot; &amp; co")
  expect(html).toContain('href="https://haitech.test/ht?a=1&amp;b=2"')
  expect(html).toMatch(/<html lang="ht">/)
})

test("the text part wraps its lines at 72 characters", () => {
  const lines = renderEmail(TEXTS).text.split("\n")
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72)
})

test("a long link stays on one line", () => {
  const url = `https://haitech.test/reset?token=${"0123456789".repeat(12)}`
  expect(renderEmail({ ...TEXTS, action: { label: "Gade", url } }).text.split("\n")).toContain(url)
})

test("a second link shows its whole address in both parts", () => {
  const { text, html } = renderEmail({ ...TEXTS, link: { label: "Apèl videyo", url: "https://meet.test/a?b&c" } })
  expect(text).toContain("Apèl videyo:\nhttps://meet.test/a?b&c\n")
  expect(html).toContain('href="https://meet.test/a?b&amp;c"')
  expect(html).toContain(">https://meet.test/a?b&amp;c</a>")
})

test("a line does not break before a French question mark", () => {
  const question = `${"a".repeat(60)} aujourd’hui\u00A0?`
  expect(renderEmail({ ...TEXTS, language: "fr", paragraphs: [question] }).text).toContain("\naujourd’hui\u00A0?\n")
})

test("a French link has a space before its colon", () => {
  const link = { label: "Appel vidéo", url: "https://meet.test/a" }
  const { text, html } = renderEmail({ ...TEXTS, language: "fr", link })
  expect(text).toContain("Appel vidéo\u00A0:\nhttps://meet.test/a\n")
  expect(html).toContain("Appel vidéo\u00A0:<br>")
})

test("only an email with a reply address starts with the reply marker", () => {
  const above = "Ekri repons ou <anwo> liy sa a"
  const { text, html } = renderEmail({ ...TEXTS, above })
  expect(text.split("\n")[0]).toBe(`${MARK} ${above} ${MARK}`)
  expect(html.indexOf(`${MARK} Ekri repons ou &lt;anwo&gt; liy sa a ${MARK}`)).toBeLessThan(html.indexOf("<h1"))
  expect(Object.values(renderEmail(TEXTS)).some((part) => part.includes(MARK))).toBe(false)
})

test("the dark styles override inline colours and use only existing classes", () => {
  const { html } = renderEmail({ ...TEXTS, above: "Ekri", link: { label: "Apèl", url: "https://haitech.test/a" } })
  const dark = html.match(/prefers-color-scheme:dark\)\{(.*)\}<\/style>/)?.[1] ?? ""
  expect(dark.match(/(background|color):/g)).toHaveLength(dark.match(/!important/g)?.length ?? 0)
  expect([...dark.matchAll(/\.(\w+)\{/g)].filter(([, name]) => !html.includes(`class="${name}"`))).toEqual([])
})

test("an HTML email stays below 12,000 characters", () => {
  expect(renderEmail(TEXTS).html.length).toBeLessThan(12_000)
})
