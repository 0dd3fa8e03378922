import { LANGUAGES } from "@haitech/contract/languages"
import { expect, test } from "vitest"
import { formatMonth } from "./months.ts"

test("a month is written in each language, short and long", () => {
  const months = LANGUAGES.map((language) => [
    formatMonth(language, "2026-11"),
    formatMonth(language, "2026-11", "long"),
  ])
  expect(months).toEqual([
    ["Nov 2026", "November 2026"],
    ["nov. 2026", "novembre 2026"],
    ["novanm 2026", "novanm 2026"],
    ["nov 2026", "noviembre de 2026"],
  ])
})
