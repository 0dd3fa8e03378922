import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { Gallery } from "./gallery.tsx"

const html = renderToString(<Gallery />)

test("the kit has no inline styles or event handlers, which the script policy forbids", () => {
  expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
})

test("ids are unique, and every reference has a target", () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const references = [...html.matchAll(/\s(?:aria-labelledby|aria-describedby|aria-controls|for)="([^"]+)"/g)]
  expect(references.flatMap(([, list = ""]) => list.split(" ")).filter((id) => !ids.includes(id))).toEqual([])
})

test("headings go down one level at a time", () => {
  const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  expect(levels.length).toBeGreaterThan(10)
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
})

test("sequins and progress bars have a text alternative", () => {
  const days = /<span class="sequins row" role="img" aria-label="3 of 7 days">(.*?)<\/span>/.exec(html)?.[1] ?? ""
  expect([days.match(/<i/g)?.length, days.match(/class="on"/g)?.length]).toEqual([7, 3])
  expect(html).toMatch(/<progress[^>]*value="4"[^>]*max="12"[^>]*aria-valuetext="33%"/)
})
