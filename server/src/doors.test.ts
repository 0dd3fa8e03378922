import { readFileSync } from "node:fs"
import { api } from "@haitech/contract/api"
import { expect, test } from "vitest"
import { answers } from "./app.ts"
import type { Deps } from "./deps.ts"

test("every call of the contract is answered, once", () => {
  const answered = answers({} as Deps).map(({ route }) => route)
  expect(new Set(answered)).toEqual(new Set(Object.values(api)))
  expect(answered).toHaveLength(Object.values(api).length)
})

// A change of who may do what is a change of this file, for a reviewer to see.
test("the guest list names every call with who may make it", () => {
  const list = Object.values(api).map(({ access, method, path }) => `${access} ${method} ${path}`)
  const file = readFileSync(new URL("guest-list.txt", import.meta.url), "utf8")
  expect(`${list.sort().join("\n")}\n`).toBe(file)
})
