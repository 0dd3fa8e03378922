import { expect, test } from "vitest"
import { heightAt, type Ridge, randomFrom, ridgeLine, ridgePath } from "./land.ts"

const RIDGE: Ridge = { seed: 3, y: 490, swing: 94, fall: -26, peaks: 11 }

test("the same seed draws the same mountains, another one others", () => {
  expect(ridgeLine(RIDGE, 1280)).toEqual(ridgeLine(RIDGE, 1280))
  expect(ridgeLine(RIDGE, 1280)).not.toEqual(ridgeLine({ ...RIDGE, seed: 4 }, 1280))
})

test("numbers from a seed lie between 0 and 1 and do not repeat", () => {
  const random = randomFrom(7)
  const numbers = Array.from({ length: 500 }, random)
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
  expect(new Set(numbers).size).toBe(500)
})

test("a ridge goes from edge to edge, without turning back", () => {
  const xs = ridgeLine(RIDGE, 1280).map(([x]) => x)
  expect([xs[0], xs.at(-1), xs.length]).toEqual([0, 1280, 12])
  expect(xs).toEqual(xs.toSorted((a, b) => a - b))
})

test("the path is in whole units and closed below the scene", () => {
  const path = ridgePath(ridgeLine(RIDGE, 1280), 1280, 720)
  expect(path).toMatch(/^M0 \d+c/)
  expect(path).toMatch(/H1289V729H-9V\d+z$/)
  expect(path).not.toContain(".")
})

test("what stands on a ridge stands on its line: exactly at its points, between their heights beside them", () => {
  const line = ridgeLine(RIDGE, 1280)
  for (const [x, y] of line) expect(heightAt(line, x)).toBeCloseTo(y, 1)
  const [[leftX, leftY], [rightX, rightY]] = line.slice(3, 5) as [[number, number], [number, number]]
  const between = heightAt(line, (leftX + rightX) / 2)
  expect(between).toBeGreaterThan(Math.min(leftY, rightY))
  expect(between).toBeLessThan(Math.max(leftY, rightY))
})
