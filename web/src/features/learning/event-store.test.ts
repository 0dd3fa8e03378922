import type { LessonId } from "@haitech/contract/ids"
import { afterEach, expect, test, vi } from "vitest"
import { openEventStore, type StoredEvent } from "./event-store.ts"

afterEach(() => vi.unstubAllGlobals())

const ID = "01900000-0000-7000-8000-000000000001"
const EVENT: StoredEvent = {
  id: ID,
  owner: null,
  event: { id: ID, kind: "lesson.read", lessonId: ID as LessonId, at: "2026-11-21T15:00:00.000Z" },
  state: "waiting",
  seconds: 0,
}

/** An IndexedDB with one object store. `canWrite` is false for a device that is full. */
function stubDatabase({ durability, canWrite = true }: { durability: string | undefined; canWrite?: boolean }) {
  const rows = new Map<string, StoredEvent>()
  const succeed = (result: unknown) => {
    const request = { result, onsuccess: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const database = {
    transaction() {
      const transaction = {
        durability,
        error: new Error("full"),
        oncomplete() {},
        onabort() {},
        objectStore: () => store,
      }
      const store = {
        getAll: () => succeed([...rows.values()]),
        delete: (id: string) => rows.delete(id),
        put: (row: StoredEvent) => canWrite && rows.set(row.id, row),
      }
      queueMicrotask(() => (canWrite ? transaction.oncomplete() : transaction.onabort()))
      return transaction
    },
  }
  vi.stubGlobal("indexedDB", { open: () => succeed(database) })
}

async function durabilityAfterWrite() {
  const store = openEventStore()
  await store.write([EVENT])
  expect(await store.all()).toEqual([EVENT])
  return store.durability()
}

test.each([
  ["strict", "strict"],
  ["relaxed", "relaxed"],
  [undefined, "relaxed"],
])("events of a database whose transactions are %s are stored as %s", async (durability, stored) => {
  stubDatabase({ durability })
  expect(await durabilityAfterWrite()).toBe(stored)
})

test("events that a full device does not take are in the memory of the page, and count as not stored", async () => {
  stubDatabase({ durability: "strict", canWrite: false })
  expect(await durabilityAfterWrite()).toBe("none")
})

test("events of a browser that blocks its database count as not stored", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new Error("blocked")
    },
  })
  expect(await durabilityAfterWrite()).toBe("none")
})

test("what was not stored is stored with the next event that is", async () => {
  const device = { durability: "strict", canWrite: false }
  stubDatabase(device)
  const store = openEventStore()
  await store.write([EVENT])
  stubDatabase({ ...device, canWrite: true })
  const next = { ...EVENT, id: "next" }
  await store.write([next])
  expect([await store.all(), store.durability()]).toEqual([[EVENT, next], "strict"])
})
