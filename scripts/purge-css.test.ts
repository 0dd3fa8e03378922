import { expect, test } from "vitest"
import { purgeCss, splitCss } from "./purge-css.ts"

const SHEET = ":root{--a:red;--b:blue}.card{color:red}.toast{color:var(--b)}select.control{color:red}.m-16{margin:4rem}"
const NOTHING = { pages: [], fragments: [], scripts: [], linked: "" }

test("keeps what an element of a page or of a fragment has, and what a script could set", async () => {
  expect(await purgeCss({ ...NOTHING, pages: ['<p class="a card">'] }, SHEET)).toContain(".card")
  expect(await purgeCss({ ...NOTHING, fragments: ['<select class="control">'] }, SHEET)).toContain("select.control")
  expect(await purgeCss({ ...NOTHING, scripts: ["e.className=`toast`"] }, SHEET)).toContain(".toast")
})

test("a word in a text, a path or an inline script of a page is no class", async () => {
  const pages = ['<path d="M1 1 m-16 10"/>toast<script>t==="card"</script>']
  expect(await purgeCss({ ...NOTHING, pages }, SHEET)).not.toMatch(/m-16|toast|card/)
})

test("leaves out what the linked sheet styles, but keeps the variables that it uses and does not define", async () => {
  const linked = "@layer kit{.toast{color:var(--b);fill:var(--a)}select.control{color:red}:root{--a:red}}"
  const pages = ['<p class="card">', '<i class="toast">']
  const css = await purgeCss({ pages, fragments: ['<select class="control">'], scripts: [], linked }, SHEET)
  expect(css).toMatch(/--b:blue/)
  expect(css).toContain(".card")
  expect(css).not.toMatch(/toast|select|--a/)
})

test("a page that has a select itself keeps its styles", async () => {
  const linked = "@layer kit{select.control{color:red}}"
  const pages = ['<select class="control">']
  expect(await purgeCss({ ...NOTHING, pages, linked }, SHEET)).toContain("select.control")
})

test("rules without declarations go, and layers stay in their order", async () => {
  const sheet = "@layer a{}.card{color:red}@media (width<=9rem){.card{}@supports (color:red){p{}}}@layer b{p{}}"
  const css = await purgeCss({ ...NOTHING, pages: ['<p class="card">'] }, sheet)
  expect(css).toBe("@layer a{}.card{color:red}@layer b{}")
})

test("splits off what no page has before the mark, and leaves tags, fonts and keyframes in the first part", () => {
  const sheet =
    "@layer a,b;@layer a{@font-face{font-family:f}p{color:red}@keyframes k{to{color:red}}}" +
    "@layer b{.bar,.card>p{color:red}.bar:not(.done){color:blue}@media (width<=9rem){.card{color:red}}}"
  const pages = ['<p class="bar">MARK<p class="card">', "<p>MARK"]
  expect(splitCss(sheet, pages, "MARK")).toEqual({
    first:
      "@layer a,b;@layer a{@font-face{font-family:f}p{color:red}@keyframes k{to{color:red}}}@layer b{.bar{color:red}.bar:not(.done){color:blue}}",
    late: "@layer a,b;@layer a{}@layer b{.card>p{color:red}@media (width<=9rem){.card{color:red}}}",
  })
})
