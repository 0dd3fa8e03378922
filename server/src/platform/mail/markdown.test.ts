import { expect, test } from "vitest"
import { renderMarkdown } from "./markdown.ts"

const render = (markdown: string) => renderMarkdown(markdown, "https://lakou.test")
const html = (markdown: string) => render(markdown).html.replaceAll(/ (style|class)="[^"]*"/g, "")

test.each([
  "<script>alert(1)</script>",
  "Hi <script>alert(1)</script> there",
  '<img src="x" onerror="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<base href="https://evil.test/">',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x][1]\n\n[1]: javascript:alert(1)",
  "![x](https://evil.test/x.png)",
  '![x" onerror="alert(1)](https://evil.test/x.png)',
  '[x](https://safe.test/"onmouseover="alert(1))',
  "`<script>`",
  "```html\n<script>alert(1)</script>\n```",
  "# <b>x</b>",
])("the HTML of %j has only its own elements, and no attributes but addresses", (markdown) => {
  for (const [tag] of html(markdown).matchAll(/<[^>]*>/g))
    expect(tag).toMatch(
      /^<(\/?(p|a|li|ul|ol|h[2-6]|strong|em|code|pre|blockquote|hr|br)|a href="(https|mailto):[^"<>\s]*")>$/,
    )
})

test.each([
  [
    "One **two** *three* `four`",
    "<p>One <strong>two</strong> <em>three</em> <code>four</code></p>",
    "One two three four",
  ],
  ["# Title\n\nText", "<h2>Title</h2><p>Text</p>", "Title\n\nText"],
  [
    "[Read](/fr/programs)",
    '<p><a href="https://lakou.test/fr/programs">Read</a></p>',
    "Read (https://lakou.test/fr/programs)",
  ],
  ["<https://a.test/>", '<p><a href="https://a.test/">https://a.test/</a></p>', "https://a.test/"],
  ["[Ada](mailto:ada@lakou.test)", '<p><a href="mailto:ada@lakou.test">Ada</a></p>', "Ada (ada@lakou.test)"],
  ["[Read][1]\n\n[1]: https://a.test/b", '<p><a href="https://a.test/b">Read</a></p>', "Read (https://a.test/b)"],
  ["- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"],
  ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>', "3. a\n4. b"],
  ["> a\n> b", "<blockquote><p>a b</p></blockquote>", "> a b"],
  ["a  \nb", "<p>a<br>b</p>", "a\nb"],
  ["a & b < c", "<p>a &amp; b &lt; c</p>", "a & b < c"],
  ["![A sun](/sun.png)", "<p>A sun</p>", "A sun"],
  ["a\n\n---\n\nb", "<p>a</p><hr><p>b</p>", "a\n\n* * *\n\nb"],
  ["```\na < b\n```", "<pre>a &lt; b</pre>", "a < b"],
  ["", "", ""],
])("%j is shown in both parts", (markdown, expected, text) => {
  expect([html(markdown), render(markdown).text]).toEqual([expected, text])
})

test.each([">".repeat(9999), "- ".repeat(4999), "1. ".repeat(3333), "> * 1) ".repeat(1400)])(
  "text that is nested too deeply is shown as it was typed",
  (nesting) => {
    const { text } = render(`Before\n\n${nesting}x`)
    expect(text).toBe(`Before\n\n${nesting}x`)
  },
)

test.each([`${"-".repeat(40)}`, `${"*".repeat(40)}`, "- - - - -", `${"> ".repeat(19)}x`])(
  "%j is Markdown",
  (markdown) => {
    expect(render(`Before\n\n${markdown}\n\nAfter`).html).not.toContain("<pre")
  },
)
