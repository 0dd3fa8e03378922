import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { translator } from "#platform/i18n/texts.ts"
import { Markdown } from "./markdown.tsx"
import { type Page, PageProvider } from "./page.tsx"

const PAGE: Page = {
  path: "/blog",
  language: "fr",
  site: { name: "Lakou", url: "https://lakou.test", timeZone: "America/New_York" },
  t: translator("fr", "Lakou"),
}

function html(text: string, by?: "admin" | "guest"): string {
  return renderToStaticMarkup(
    <PageProvider value={PAGE}>
      <Markdown text={text} {...(by && { by })} />
    </PageProvider>,
  )
}

const SAFE = {
  elements: ["p", "a", "em", "strong", "ul", "li", "h2", "code", "pre", "blockquote"],
  attributes: ["href", "title", "rel", "class", "tabindex"],
  schemes: ["https:", "mailto:"],
}

/** Every tag of the HTML with an element, attribute or address that is not on the list above. */
function findDangers(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([^\s>/]+)((?:[^">]|"[^"]*")*)>?/g)]
  return tags.flatMap(([tag, element = "", rest = ""]) => {
    const attributes = [...rest.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)]
    const isSafe = attributes.every(
      ([, name = "", value = ""]) =>
        SAFE.attributes.includes(name) &&
        (name !== "href" || SAFE.schemes.includes(new URL(value, PAGE.site.url).protocol)),
    )
    return SAFE.elements.includes(element) && isSafe ? [] : [tag]
  })
}

test.each([
  "<script>alert(1)</script>",
  "Hi <script>alert(1)</script> there",
  "<ScRiPt src=//evil.test/x.js></sCrIpT>",
  "<<script>script>alert(1)<</script>/script>",
  '<img src="x" onerror="alert(1)">',
  "Hi <img src=x onerror=alert(1)//",
  '<svg><animate onbegin="alert(1)" attributeName="x"></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<p style="position:fixed;inset:0" id="main">x</p>',
  '<form action="https://evil.test"><input name="password"><button>Go</button></form>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  "<!-- <script>alert(1)</script> -->",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php echo 1 ?>",
  "> <script>alert(1)</script>\n\n- <img src=x onerror=alert(1)>",
  "**<u onclick=alert(1)>x</u>**",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#x0A;script:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](<\tjavascript:alert(1)>)",
  "[x](\u0001javascript:alert(1))",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](blob:https://lakou.test/1)",
  "[x](file:///etc/passwd)",
  "<javascript:alert(1)>",
  "[x][1]\n\n[1]: javascript:alert(1)",
  "[**[x](javascript:alert(1))**](javascript:alert(2))",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  '![x" onerror="alert(1)](https://evil.test/x.png)',
  '[x](https://safe.test "t\\" onmouseover=alert(1)")',
  "```html\n<script>alert(1)</script>\n```",
])("the output of %j is safe", (text) => {
  expect(findDangers(html(text))).toEqual([])
})

test.each(["<script>", "<img src=x>", "<a onclick=x", '<p style="a">', '<a href="java\nscript:a">', '<a\nid="main">'])(
  "the check of these tests finds %j",
  (danger) => {
    expect(findDangers(`<p>a</p>${danger}<p>b</p>`)).toHaveLength(1)
  },
)

test("the text between dropped tags remains", () => {
  expect(html("One <b>two</b> <!-- three -->four")).toBe("<p>One two four</p>")
  expect(html("[Read *this*](javascript:alert(1))")).toBe("<p>Read <em>this</em></p>")
})

test("headings start one level below the page's title", () => {
  expect(html("# A\n\n## B\n\n### C\n\n###### D")).toBe("<h2>A</h2>\n<h3>B</h3>\n<h4>C</h4>\n<h6>D</h6>")
})

test("a link to another host has rel=noopener, and a guest's link also nofollow", () => {
  expect(html("[x](https://safe.test/a)")).toBe('<p><a href="https://safe.test/a" rel="noopener">x</a></p>')
  expect(html("[x](//safe.test/a)", "guest")).toContain('rel="noopener nofollow ugc"')
  expect(html("www.safe.test", "guest")).toContain('href="http://www.safe.test" rel="noopener nofollow ugc"')
})

test.each([
  ["[x](/fr/programs)", "/fr/programs"],
  ["[x](#rights)", "#rights"],
  ["[x](https://lakou.test/about)", "https://lakou.test/about"],
  ["ada@lakou.test", "mailto:ada@lakou.test"],
  ["[x](tel:+50937000000)", "tel:+50937000000"],
])("a link without another host has no rel attribute: %s", (text, address) => {
  expect(html(text, "guest")).toContain(`<a href="${address}">`)
})

test("an image of this site is lazy-loaded with its alt text; a foreign image becomes its alt text", () => {
  expect(html("![A class](/files/a.webp)")).toBe(
    '<p><img src="/files/a.webp" alt="A class" loading="lazy" decoding="async"/></p>',
  )
  expect(html("![](/files/a.webp)")).toContain('alt=""')
  expect(html("![A class](https://evil.test/a.png)")).toBe("<p>A class</p>")
})

test("a table can be scrolled by keyboard, has a name, and needs no inline style", () => {
  const table = html("| A | B |\n|---|--:|\n| 1 | 2 |")
  expect(table).toContain('<section class="scrolls" tabindex="0" aria-label="Tableau"><table>')
  expect(table).toContain('<th>A</th><th data-align="right">B</th>')
  expect(table).toContain('<td data-align="right">2</td>')
  expect(table).not.toContain("style=")
})

test("a code block can be scrolled by keyboard", () => {
  expect(html("```ts\nlet a\n```")).toBe(
    '<pre class="scrolls" tabindex="0"><code class="language-ts">let a\n</code></pre>',
  )
})

test("a task list item shows a symbol, not a checkbox", () => {
  const tasks = html("- [x] read\n- [ ] write")
  expect(tasks).toContain("☑ read")
  expect(tasks).toContain("☐ write")
  expect(tasks).not.toContain("<input")
})

test("words of another language carry it", () => {
  expect(html("Say :fr[Bonjour, *toi*]!")).toBe('<p>Say <span lang="fr">Bonjour, <em>toi</em></span>!</p>')
})

test.each([
  "at 10:30",
  "a:b",
  "x :de[Wort] y",
  "see:this[one]{.a #b}",
  ":fr",
  "::note[a]",
  ":::tip\ntext\n:::",
  "1:one",
])("%j stays the text that it is", (text) => {
  const shown = html(text).replace(/<[^>]+>/g, "")
  expect(shown).toBe(text)
})

test("the labels of footnotes are in the page's language", () => {
  const notes = html("Said.[^1]\n\n[^1]: By whom.")
  expect(notes).toMatch(/<h3 id="footnote-label">Notes<\/h3>/)
  expect(notes).toContain('aria-label="Retour au texte"')
})
