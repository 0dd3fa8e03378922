import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createRememberedReplies, type RememberedReplies } from "./remembered-replies.ts"

let isTold: boolean
let replies: RememberedReplies
beforeEach(() => {
  isTold = true
  replies = createRememberedReplies(() => isTold)
})
afterEach(() => {
  vi.useRealTimers()
})

const textOf = async (reading: ReturnType<RememberedReplies["get"]>) => JSON.parse((await reading).raw().toString())
const get = (value: unknown, key = "/api/team") => textOf(replies.get(key, ["team_members"], async () => value))

test("a reply is read once, until its table changes", async () => {
  expect([await get(1), await get(2), await get(3, "/api/team?other")]).toEqual([1, 1, 3])
  replies.forget("testimonials")
  expect(await get(4)).toBe(1)
  replies.forget("team_members")
  expect([await get(5), await get(6, "/api/team?other")]).toEqual([5, 6])
})

test("what was being read while its table changed is not remembered", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const early = textOf(replies.get("/api/team", ["team_members"], () => promise))
  const beside = get("another call joins the reading")
  replies.forget()
  expect(await get("new")).toBe("new")
  resolve("old")
  expect([await early, await beside, await get("later")]).toEqual(["old", "old", "new"])
})

test("a reading that fails is not remembered", async () => {
  const failing = replies.get("/api/team", ["team_members"], () => Promise.reject(new Error("the database is away")))
  await expect(failing).rejects.toThrow("away")
  expect(await get(1)).toBe(1)
})

test("nothing older than half a minute is sent, nor anything while changes are not heard of", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  await get(1)
  vi.advanceTimersByTime(29_999)
  expect(await get(2)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await get(3)).toBe(3)
  isTold = false
  expect(await get(4)).toBe(4)
})

test("of invented addresses the last thousand are remembered", async () => {
  await get(0, "first")
  await get(0, "second")
  for (let count = 0; count < 999; count++) await get(count, `invented ${count}`)
  expect([await get(1, "second"), await get(1, "first")]).toEqual([0, 1])
})
