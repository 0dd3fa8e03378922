import { expect, test } from "vitest"
import { textOf } from "./html.ts"

test.each<[string, string, string]>([
  ["lines", "<div>One</div><div><br></div><div>Two<br>Three</div>", "One\n\nTwo\nThree"],
  ["paragraphs", "<p>One\n  two</p>\n<P CLASS='x'>Three</P><h2>Four</h2>", "One two\n\nThree\n\nFour"],
  [
    "character references",
    "caf&eacute; &lt;b&gt; &amp;amp; &#233;&#xE9;&nbsp;&euro; &unknown; AT&T",
    "café <b> &amp; éé € &unknown; AT&T",
  ],
  ["invalid character references", "&#0;&#x110000;&#xD800;a < b <3", "\ufffd\ufffd\ufffda < b <3"],
  ["a quote", "Yes<blockquote>One<blockquote>Two</blockquote></blockquote></blockquote>No", "Yes\n> One\n> Two\nNo"],
  ["a signature", "Yes<br><span>-- </span><br>Ada", "Yes\n-- \nAda"],
  ["a table", "<table><tr><td>One</td><td>Two</td></tr><tr><td>Three</td></tr></table>", "One Two\nThree"],
  ["a rule", "Yes<hr>No", "Yes\n_____\nNo"],
  [
    "ignored elements",
    "<!doctype html><html><head><title>No</title></head><body><style>p{}</style>Yes<!-- <p>No --><script>no()</script></body>",
    "Yes",
  ],
  ["an unclosed comment", "Yes<!-- No", "Yes"],
  ["an unclosed style", "Yes<style>No", "Yes"],
  ["an unclosed tag", "Yes<a href='", "Yes"],
  ["empty HTML", "", ""],
])("textOf converts %s", (_what, html, text) => {
  expect(textOf(html)).toBe(text)
})
