import { expect, test, vi } from "vitest"
import { createRecordPages } from "./record-pages.ts"
import { compressed } from "./stored-file.ts"

test("of a thousand and one pages the one that was requested least recently is rendered again", async () => {
  let count = 0
  const { add, find } = createRecordPages(async ({ path }) => `${++count} ${path}`, new Set())
  add("/blog/", async () => ({}))
  const read = async (number: number) => String((await find("en", `/blog/${number}`))?.raw())
  for (let number = 0; number < 1000; number++) await read(number)
  await read(0)
  await read(1000)
  expect([await read(0), await read(2), await read(1), count]).toEqual(["1 /blog/0", "3 /blog/2", "1002 /blog/1", 1002])
})

test("a page that is requested again is compressed at the highest level, without being rendered again", async () => {
  const text = Array.from({ length: 3000 }, (_, index) => (index * index) % 97).join(" ")
  let count = 0
  const { add, find } = createRecordPages(async () => `${++count} ${text}`, new Set())
  add("/blog/", async () => ({}))
  const read = async () => (await find("en", "/blog/1"))?.br?.length
  const { br: fast } = await compressed(Buffer.from(`1 ${text}`), 7)
  const { br: best } = await compressed(Buffer.from(`1 ${text}`), 11)
  expect(fast.length).toBeGreaterThan(best.length)
  expect(await Promise.all([read(), read()])).toEqual([fast.length, fast.length])
  await vi.waitFor(async () => expect(await read()).toBe(best.length), 5000)
  expect([String((await find("en", "/blog/1"))?.raw()), count]).toEqual([`1 ${text}`, 1])
})
