import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { plainText, ShortText } from "./short-text.tsx"

const html = (text: string) => renderToStaticMarkup(<ShortText text={text} />)

test("paragraphs, code, strong, emphasis and words of another language", () => {
  expect(html("A `b*c*` and **d *e***.\n\nSay :fr[Bonjour, *toi*].")).toBe(
    '<p>A <code>b*c*</code> and <strong>d <em>e</em></strong>.</p><p>Say <span lang="fr">Bonjour, <em>toi</em></span>.</p>',
  )
})

test("fenced code keeps its lines, its blanks and its signs", () => {
  expect(html("Look:\n\n```python\nif a:\n    b = 2 * 3 * 4\n\nc\n```\n")).toBe(
    '<p>Look:</p><pre class="scrolls" tabindex="0"><code>if a:\n    b = 2 * 3 * 4\n\nc</code></pre>',
  )
})

test("signs that mark nothing stay text", () => {
  expect(html("2 * 3 * 4 at 10:30 and :de[Wort] <b>x</b>")).toBe(
    "<p>2 * 3 * 4 at 10:30 and :de[Wort] &lt;b&gt;x&lt;/b&gt;</p>",
  )
})

test("text within a line keeps the spaces at its ends", () => {
  expect(renderToStaticMarkup(<ShortText inline text={":fr[Il] "} />)).toBe('<span lang="fr">Il</span> ')
})

test("plain text has no marks, and its programs stay as they are", () => {
  expect(plainText("A `b*c*`, **d *e*** and :fr[Bonjour, *toi*], 2 * 3 * 4.\n")).toBe(
    "A b*c*, d e and Bonjour, toi, 2 * 3 * 4.",
  )
  expect(plainText("Look:\n\n```python\na = `b`\n```\n")).toBe("Look:\n\na = `b`")
})
