import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { Gallery } from "./gallery.tsx"

const drawn = renderToString(<Gallery />)

test("nothing in the kit needs what the script policy refuses", () => {
  expect(drawn).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/)
})

test("no id stands twice, and every reference has its id", () => {
  const ids = [...drawn.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const named = [...drawn.matchAll(/\s(?:aria-labelledby|aria-describedby|aria-controls|for)="([^"]+)"/g)]
  expect(named.flatMap(([, list = ""]) => list.split(" ")).filter((id) => !ids.includes(id))).toEqual([])
})

test("headings go down one level at a time", () => {
  const levels = [...drawn.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
  expect(levels.length).toBeGreaterThan(10)
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
})

test("sequins and progress say in words what they show", () => {
  const days = /<span class="sequins row" role="img" aria-label="3 of 7 days">(.*?)<\/span>/.exec(drawn)?.[1] ?? ""
  expect([days.match(/<i/g)?.length, days.match(/class="on"/g)?.length]).toEqual([7, 3])
  expect(drawn).toMatch(/<progress[^>]*value="4"[^>]*max="12"[^>]*aria-valuetext="33%"/)
})
