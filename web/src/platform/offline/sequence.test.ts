import { expect, test } from "vitest"
import { type Cursor, listByNumber } from "./sequence.ts"

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ sequence: from + at }))
const numbers = (list: { rows(): readonly { sequence: number }[] }) => list.rows().map(({ sequence }) => sequence)

/** A server with `count` rows that records the requests. */
function createServer(count: number, limit = 3) {
  const requests: Cursor[] = []
  const server = { count, limit, requests, read }
  async function read(cursor: Cursor) {
    requests.push(cursor)
    await Promise.resolve()
    if (cursor.after !== undefined) return rows(cursor.after + 1, Math.min(server.count, cursor.after + limit))
    const last = cursor.before === undefined ? server.count : cursor.before - 1
    return rows(Math.max(1, last - limit + 1), last)
  }
  return server
}

function listOf(server: ReturnType<typeof createServer>) {
  return listByNumber(server.read, server.limit, () => undefined)
}

test("it starts with the last rows, catches up after the last one, and reads back before the first", async () => {
  const server = createServer(5)
  const list = listOf(server)
  expect([list.isRead(), list.hasEarlier()]).toEqual([false, false])
  await list.catchUp()
  expect(numbers(list)).toEqual([3, 4, 5])
  server.count = 12
  await list.catchUp()
  expect(numbers(list)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(server.requests).toEqual([{}, { after: 5 }, { after: 8 }, { after: 11 }])
  expect(list.hasEarlier()).toBe(true)
  await list.readEarlier()
  expect(numbers(list)[0]).toBe(1)
  await list.readEarlier()
  expect([list.hasEarlier(), server.requests.at(-1)]).toEqual([false, { before: 3 }])
})

test("the list never shows a gap: it starts over with the last rows", async () => {
  const server = createServer(3)
  const list = listOf(server)
  await list.catchUp()
  // The server now returns another conversation.
  server.read = async () => rows(7, 9)
  const other = listByNumber(
    async (cursor) => (cursor.after ? rows(7, 9) : rows(1, 2)),
    3,
    () => undefined,
  )
  await other.catchUp()
  await other.catchUp()
  expect(numbers(other)).toEqual([1, 2])
  const gapped = listByNumber(
    async () => [{ sequence: 1 }, { sequence: 4 }, { sequence: 5 }],
    3,
    () => undefined,
  )
  await gapped.catchUp()
  expect(numbers(gapped)).toEqual([4, 5])
})

test("a row from another source is added once, and only when it continues the list", async () => {
  const server = createServer(3)
  const list = listOf(server)
  await list.catchUp()
  server.count = 5
  const catchUp = list.catchUp()
  expect(list.put({ sequence: 4 })).toBe(true)
  await catchUp
  expect(numbers(list)).toEqual([1, 2, 3, 4, 5])
  expect([list.put({ sequence: 5 }), list.put({ sequence: 8 })]).toEqual([true, false])
  expect(numbers(list)).toEqual([1, 2, 3, 4, 5])
})

test("a response that arrives after forget is ignored", async () => {
  const list = listOf(createServer(3))
  const catchUp = list.catchUp()
  list.forget()
  await catchUp
  expect([numbers(list), list.isRead()]).toEqual([[], false])
})
