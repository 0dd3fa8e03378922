import { expect, test } from "vitest"
import { type Cursor, listByNumber } from "./sequence.ts"

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ sequence: from + at }))
const numbers = (list: { rows(): readonly { sequence: number }[] }) => list.rows().map(({ sequence }) => sequence)

/** A server with so many rows, that writes down what it was asked. */
function serverOf(count: number, most = 3) {
  const asked: Cursor[] = []
  const server = { count, most, asked, read }
  async function read(place: Cursor) {
    asked.push(place)
    await Promise.resolve()
    if (place.after !== undefined) return rows(place.after + 1, Math.min(server.count, place.after + most))
    const last = place.before === undefined ? server.count : place.before - 1
    return rows(Math.max(1, last - most + 1), last)
  }
  return server
}

function listOf(server: ReturnType<typeof serverOf>) {
  return listByNumber(server.read, server.most, () => undefined)
}

test("it begins with the last rows, goes on after the last one until nothing is left, and back before the first", async () => {
  const server = serverOf(5)
  const list = listOf(server)
  expect([list.isRead(), list.hasEarlier()]).toEqual([false, false])
  await list.catchUp()
  expect(numbers(list)).toEqual([3, 4, 5])
  server.count = 12
  await list.catchUp()
  expect(numbers(list)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(server.asked).toEqual([{}, { after: 5 }, { after: 8 }, { after: 11 }])
  expect(list.hasEarlier()).toBe(true)
  await list.readEarlier()
  expect(numbers(list)[0]).toBe(1)
  await list.readEarlier()
  expect([list.hasEarlier(), server.asked.at(-1)]).toEqual([false, { before: 3 }])
})

test("a hole is never shown: the list begins anew at the end", async () => {
  const server = serverOf(3)
  const list = listOf(server)
  await list.catchUp()
  // Another conversation answers.
  server.read = async () => rows(7, 9)
  const other = listByNumber(
    async (place) => (place.after ? rows(7, 9) : rows(1, 2)),
    3,
    () => undefined,
  )
  await other.catchUp()
  await other.catchUp()
  expect(numbers(other)).toEqual([1, 2])
  const torn = listByNumber(
    async () => [{ sequence: 1 }, { sequence: 4 }, { sequence: 5 }],
    3,
    () => undefined,
  )
  await torn.catchUp()
  expect(numbers(torn)).toEqual([4, 5])
})

test("what came by another way comes once, and only where it goes on from what is here", async () => {
  const server = serverOf(3)
  const list = listOf(server)
  await list.catchUp()
  server.count = 5
  const catching = list.catchUp()
  expect(list.put({ sequence: 4 })).toBe(true)
  await catching
  expect(numbers(list)).toEqual([1, 2, 3, 4, 5])
  expect([list.put({ sequence: 5 }), list.put({ sequence: 8 })]).toEqual([true, false])
  expect(numbers(list)).toEqual([1, 2, 3, 4, 5])
})

test("an answer for somebody who is gone belongs to nobody", async () => {
  const list = listOf(serverOf(3))
  const catching = list.catchUp()
  list.forget()
  await catching
  expect([numbers(list), list.isRead()]).toEqual([[], false])
})
