import { expect, test } from "vitest"
import type { Db } from "./client.ts"
import { prepared } from "./prepared.ts"

test("a query is built once per pool", () => {
  const [one, other] = [{} as Db, {} as Db]
  const built: Db[] = []
  const query = prepared((db) => ({ number: built.push(db as Db) }))
  expect([query(one), query(other), query(one)]).toEqual([{ number: 1 }, { number: 2 }, { number: 1 }])
  expect(query(one)).toBe(query(one))
})
