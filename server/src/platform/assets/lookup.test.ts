import { expect, test } from "vitest"
import type { StoredFile } from "#platform/http/stored-file.ts"
import { createLookup } from "./lookup.ts"

const FILE: StoredFile = { type: "text/css", cacheControl: "no-cache", etag: "e", raw: () => Buffer.from("a{}") }
const namesTo = (count: number) => Array.from({ length: count }, (_, at) => `name-${at}`)

function heldLookup() {
  const batches: (readonly string[])[] = []
  const ends: ((files: ReadonlyMap<string, StoredFile>) => void)[] = []
  const lookup = createLookup((names) => {
    batches.push(names)
    return new Promise((resolve) => ends.push(resolve))
  })
  return {
    ...lookup,
    batches,
    end: (found: readonly string[] = []) => ends.shift()?.(new Map(found.map((name) => [name, FILE]))),
  }
}

test("names that are queried for during a lookup share the next one", async () => {
  const { find, batches, end } = heldLookup()
  const first = find("a")
  await expect.poll(() => batches).toEqual([["a"]])
  const others = ["b", "c", "b", "a"].map(find)
  end()
  await expect.poll(() => batches).toEqual([["a"], ["b", "c", "a"]])
  end(["b"])
  expect(await Promise.all([first, ...others])).toEqual([undefined, FILE, undefined, FILE, undefined])
})

test("of too many waiting names one more is refused, and one of them is not", async () => {
  const { find, batches, end } = heldLookup()
  const all = namesTo(1000).map(find)
  await expect.poll(() => batches).toHaveLength(1)
  const waiting = namesTo(1000).map(find)
  await expect(find("another")).rejects.toMatchObject({ code: "server.busy" })
  const again = find("name-7")
  end()
  await expect.poll(() => batches).toHaveLength(2)
  end(["name-7"])
  expect([await again, await Promise.all(all), (await Promise.all(waiting))[7]]).toEqual([
    FILE,
    Array(1000).fill(undefined),
    FILE,
  ])
})

test("a lookup that fails refuses its names, which are looked up again", async () => {
  let hasFailed = false
  const { find } = createLookup(async (names) => {
    if (!hasFailed) {
      hasFailed = true
      throw new Error("no database")
    }
    return new Map(names.map((name) => [name, FILE]))
  })
  await expect(find("a")).rejects.toThrow("no database")
  expect(await find("a")).toBe(FILE)
})

test("a name of which the lookup began before `forgetMissing` is not remembered", async () => {
  const { find, forgetMissing, batches, end } = heldLookup()
  const before = find("a")
  await expect.poll(() => batches).toHaveLength(1)
  forgetMissing()
  end()
  expect(await before).toBeUndefined()
  const after = find("a")
  await expect.poll(() => batches).toHaveLength(2)
  end(["a"])
  expect(await after).toBe(FILE)
})

test("a thousand missing names are remembered, the newest", async () => {
  const queried: string[] = []
  const { find } = createLookup(async (names) => {
    queried.push(...names)
    return new Map()
  })
  for (const name of namesTo(1001)) await find(name)
  queried.length = 0
  for (const name of ["name-1000", "name-1", "name-0"]) await find(name)
  expect(queried).toEqual(["name-0"])
})
