import { expect, test } from "vitest"
import { heightAt, type Ridge, randomFrom, ridgeLine, ridgePath } from "./land.ts"

const RIDGE: Ridge = { seed: 3, y: 490, swing: 94, fall: -26, peaks: 11 }

test("a seed always draws the same ridge, and another seed draws another", () => {
  expect(ridgeLine(RIDGE, 1280)).toEqual(ridgeLine(RIDGE, 1280))
  expect(ridgeLine(RIDGE, 1280)).not.toEqual(ridgeLine({ ...RIDGE, seed: 4 }, 1280))
})

test("random numbers lie between 0 and 1 and do not repeat", () => {
  const random = randomFrom(7)
  const numbers = Array.from({ length: 500 }, random)
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
  expect(new Set(numbers).size).toBe(500)
})

test("a ridge spans the full width with ascending x values", () => {
  const xs = ridgeLine(RIDGE, 1280).map(([x]) => x)
  expect([xs[0], xs.at(-1), xs.length]).toEqual([0, 1280, 12])
  expect(xs).toEqual(xs.toSorted((a, b) => a - b))
})

test("a ridge path uses whole units and closes below the scene", () => {
  const path = ridgePath(ridgeLine(RIDGE, 1280), 1280, 720)
  expect(path).toMatch(/^M0 \d+c/)
  expect(path).toMatch(/H1289V729H-9V\d+z$/)
  expect(path).not.toContain(".")
})

test("heightAt returns a point's own height and interpolates between points", () => {
  const ridge = ridgeLine(RIDGE, 1280)
  for (const [x, y] of ridge) expect(heightAt(ridge, x)).toBeCloseTo(y, 1)
  const [[leftX, leftY], [rightX, rightY]] = ridge.slice(3, 5) as [[number, number], [number, number]]
  const between = heightAt(ridge, (leftX + rightX) / 2)
  expect(between).toBeGreaterThan(Math.min(leftY, rightY))
  expect(between).toBeLessThan(Math.max(leftY, rightY))
})
