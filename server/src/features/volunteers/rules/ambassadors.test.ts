import { randomInt } from "node:crypto"
import { AMBASSADOR_CODE } from "@haitech/contract/ambassadors"
import { expect, test } from "vitest"
import { codeIn, monthsUntil, newCode } from "./ambassadors.ts"

test("codes have the form of the contract and differ", () => {
  const codes = Array.from({ length: 500 }, () => newCode(randomInt))
  expect(codes.filter((code) => !AMBASSADOR_CODE.test(code))).toEqual([])
  expect(new Set(codes).size).toBe(500)
})

test("a word with a syllable twice, or a rude one, is drawn again", () => {
  const drawn = [0, 0, 0, 0, 1, 1, 2, 2, /* bite */ 0, 2, 9, 1, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 7]
  expect(newCode(() => drawn.shift() ?? 0)).toBe("badefiko239")
})

test.each([
  ["/via/bakomite472", "bakomite472"],
  ["/fr/via/BakoMite472", "bakomite472"],
  ["/via/bakomite47", undefined],
  ["/via/bakomite472/", undefined],
  ["/via/", undefined],
])("the code in %s is %s", (path, code) => {
  expect(codeIn(path)).toBe(code)
})

test("months without anybody are between the first and the present one, twelve at most", () => {
  expect(monthsUntil([], "2026-02")).toEqual([])
  const counts = [
    { month: "2025-11", joined: 2 },
    { month: "2026-01", joined: 1 },
  ]
  expect(monthsUntil(counts, "2026-02")).toEqual([
    { month: "2025-11", joined: 2 },
    { month: "2025-12", joined: 0 },
    { month: "2026-01", joined: 1 },
    { month: "2026-02", joined: 0 },
  ])
  const year = monthsUntil(counts, "2026-12")
  expect([year.length, year[0], year.at(-1)?.month]).toEqual([12, { month: "2026-01", joined: 1 }, "2026-12"])
})
