import { GAP } from "@haitech/contract/lessons"
import { expect, test } from "vitest"
import { checkGaps, GAP_MARK, isAccepted, normalizeCode, properSpelling, shuffledIndexes } from "./check-answer.ts"

test.each([
  ["le garcon", ["Le garçon"]],
  ["  LE  GARÇON. ", ["le garçon"]],
  ["Cómo estás", ["¿Cómo estás?"]],
  ["l’ecole", ["l'école"]],
  ["ma soeur", ["ma sœur"]],
  ["Œufs ex æquo", ["oeufs ex aequo"]],
])("%j is accepted for %j", (text, accept) => {
  expect(isAccepted(text, accept)).toBe(true)
})

test.each([
  ["", ["a"]],
  ["?", ["?"]],
  ["le garcons", ["le garçon"]],
])("%j is not accepted for %j", (text, accept) => {
  expect(isAccepted(text, accept)).toBe(false)
})

test("in a program capital letters count, and spaces beside signs do not", () => {
  expect([normalizeCode("price=price+1"), normalizeCode(" print( “a” ) ")]).toEqual([
    normalizeCode("price = price + 1"),
    'print("a")',
  ])
  expect(isAccepted("Print", ["print"], normalizeCode)).toBe(false)
  expect(isAccepted("not in", ["notin"], normalizeCode)).toBe(false)
})

test("each gap is checked alone", () => {
  expect(GAP_MARK).toBe(GAP)
  const gaps = [{ accept: ["du"] }, { accept: ["de la", "d’la"] }]
  const exercise = { id: "gaps", type: "fill", question: "?", hints: [], text: "___ ___", code: false, gaps } as const
  expect(checkGaps({ ...exercise, gaps, hints: [] }, ["Du", "des"])).toEqual([true, false])
})

test("the proper spelling shows only where it differs from what was typed", () => {
  expect(properSpelling("garcon", ["garçon"])).toBe("garçon")
  expect(properSpelling("garçon!", ["garçon"])).toBeUndefined()
  expect(properSpelling("l'ami", ["l’ami"])).toBeUndefined()
})

test("a capital letter at the beginning is no other spelling, a small one may be", () => {
  expect(properSpelling("Je voudrais un billet.", ["je voudrais un billet"])).toBeUndefined()
  expect(properSpelling("¿Dónde está?", ["¿dónde está?"])).toBeUndefined()
  expect(properSpelling("Élève", ["élève"])).toBeUndefined()
  expect(properSpelling("martissant", ["Martissant"])).toBe("Martissant")
  expect(properSpelling("je Voudrais", ["je voudrais"])).toBe("je voudrais")
})

test("shuffled indexes are all there, the same each time and never in order", () => {
  for (let count = 2; count <= 8; count++)
    for (const seed of ["a", "first-steps", "put-in-order", "xyz", "market"]) {
      const indexes = shuffledIndexes(count, seed)
      expect(indexes.toSorted()).toEqual(Array.from({ length: count }, (_, at) => at))
      expect(indexes).not.toEqual(indexes.toSorted())
      expect(shuffledIndexes(count, seed)).toEqual(indexes)
    }
})
