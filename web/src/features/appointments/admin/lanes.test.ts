import { expect, test } from "vitest"
import { placeInLanes } from "./lanes.ts"

const span = (name: string, begin: number, end: number) => ({ name, begin, end })
const lanesOf = (items: readonly ReturnType<typeof span>[], max = 3) =>
  placeInLanes(items, max).placed.map(({ item, lane, lanes }) => `${item.name} ${lane}/${lanes}`)

test("what follows each other has the whole width, what overlaps shares it", () => {
  expect(lanesOf([span("a", 0, 60), span("b", 60, 120)])).toEqual(["a 0/1", "b 0/1"])
  expect(lanesOf([span("a", 0, 60), span("b", 30, 90), span("c", 60, 120)])).toEqual(["a 0/2", "b 1/2", "c 0/2"])
})

test("the order of the input does not matter", () => {
  expect(lanesOf([span("late", 120, 180), span("b", 30, 90), span("a", 0, 60)])).toEqual(["a 0/2", "b 1/2", "late 0/1"])
})

test("the last lane counts what does not fit", () => {
  const items = ["a", "b", "c", "d", "e"].map((name) => span(name, 0, 60))
  const { placed, overflows } = placeInLanes([...items, span("f", 60, 90)], 3)
  expect(placed.map(({ item, lane, lanes }) => `${item.name} ${lane}/${lanes}`)).toEqual(["a 0/3", "b 1/3", "f 0/1"])
  expect(overflows).toEqual([{ begin: 0, end: 60, items: items.slice(2), lane: 2, lanes: 3 }])
})
