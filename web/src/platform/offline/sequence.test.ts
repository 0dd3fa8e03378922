import { expect, test } from "vitest"
import { type Cursor, memoryStore, openSequence } from "./sequence.ts"

interface Row {
  readonly sequence: number
  readonly isRead?: boolean
}

const rows = (from: number, to: number): Row[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => ({ sequence: from + at }))
const numbers = (list: { rows(): readonly Row[] }) => list.rows().map(({ sequence }) => sequence)

/** A server with `count` rows that records the requests. */
function createServer(count: number, limit = 3) {
  const requests: Cursor[] = []
  const server = { count, limit, requests, read }
  async function read(cursor: Cursor) {
    requests.push(cursor)
    await Promise.resolve()
    if (cursor.after !== undefined)
      return rows(Number(cursor.after) + 1, Math.min(server.count, Number(cursor.after) + limit))
    const last = cursor.before === undefined ? server.count : Number(cursor.before) - 1
    return rows(Math.max(1, last - limit + 1), last)
  }
  return server
}

function openList(read: (cursor: Cursor) => Promise<Row[]>, canChange?: (row: Row) => boolean) {
  const shown: number[][] = []
  const store = memoryStore<Row>(() => void shown.push(numbers(list)))
  const list = openSequence<Row>({ store, read, limit: 3, ...(canChange && { canChange }) })
  return { ...list, shown }
}

test("it starts with the last rows, catches up after the last one, and reads back before the first", async () => {
  const server = createServer(5)
  const list = openList(server.read)
  expect([list.isLoaded(), list.hasEarlier()]).toEqual([false, false])
  await list.catchUp()
  expect([list.isLoaded(), numbers(list)]).toEqual([true, [3, 4, 5]])
  server.count = 12
  await list.catchUp()
  expect(numbers(list)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(server.requests).toEqual([{}, { after: "5" }, { after: "8" }, { after: "11" }])
  expect(list.hasEarlier()).toBe(true)
  await list.readEarlier()
  expect(numbers(list)[0]).toBe(1)
  await list.readEarlier()
  expect([list.hasEarlier(), server.requests.at(-1)]).toEqual([false, { before: "3" }])
})

test("an empty list is loaded, too", async () => {
  const list = openList(createServer(0).read)
  await list.catchUp()
  expect([list.isLoaded(), list.rows()]).toEqual([true, []])
})

test("the list never shows a gap: it starts over with the last rows", async () => {
  const server = createServer(3)
  const list = openList((cursor) => (cursor.after === "3" ? Promise.resolve(rows(7, 9)) : server.read(cursor)))
  await list.catchUp()
  server.count = 9
  await list.catchUp()
  expect(list.shown).toEqual([
    [1, 2, 3],
    [7, 8, 9],
  ])
  const gapped = openList(async () => [{ sequence: 1 }, { sequence: 4 }, { sequence: 5 }])
  await gapped.catchUp()
  expect(gapped.shown).toEqual([[4, 5]])
})

test("earlier rows with a gap before the first one are ignored", async () => {
  const server = createServer(9)
  const list = openList((cursor) => (cursor.before ? Promise.resolve(rows(3, 5)) : server.read(cursor)))
  await list.catchUp()
  await list.readEarlier()
  expect(list.shown).toEqual([[7, 8, 9]])
})

test("a row from another source is added once, and only when it continues the list", async () => {
  const server = createServer(3)
  const list = openList(server.read)
  expect([list.put({ sequence: 2 }), list.isLoaded()]).toEqual([false, false])
  await list.catchUp()
  server.count = 5
  const catchUp = list.catchUp()
  expect(list.put({ sequence: 4 })).toBe(true)
  await catchUp
  expect(numbers(list)).toEqual([1, 2, 3, 4, 5])
  expect([list.put({ sequence: 5 }), list.put({ sequence: 8 })]).toEqual([true, false])
  expect(numbers(list)).toEqual([1, 2, 3, 4, 5])
})

test("rows that can change are read again and replaced", async () => {
  let read: readonly number[] = [1]
  const server = createServer(3)
  const list = openList(
    async (cursor) => (await server.read(cursor)).map((row) => ({ ...row, isRead: read.includes(row.sequence) })),
    ({ isRead }) => !isRead,
  )
  await list.catchUp()
  read = [1, 2, 3]
  server.count = 4
  await list.catchUp()
  expect(list.rows().map(({ isRead }) => isRead)).toEqual([true, true, true, false])
  expect(server.requests).toEqual([{}, { after: "1" }, { after: "4" }])
})

test("a response whose reading throws changes nothing", async () => {
  const server = createServer(3)
  const list = openList(server.read)
  await list.catchUp()
  const failing = openList(() => Promise.reject(new Error("aborted")))
  await expect(failing.catchUp()).rejects.toThrow("aborted")
  expect([failing.isLoaded(), failing.shown]).toEqual([false, []])
})
