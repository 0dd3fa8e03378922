import { afterEach, expect, test, vi } from "vitest"
import { openDurableStorage } from "./durable-storage.ts"

afterEach(() => vi.unstubAllGlobals())

/** The databases of a device. `isFull` makes its transactions fail. */
function stubDevice({ isFull = false, isUsed = false } = {}) {
  const rows = new Map<string, string>()
  const device = { rows, isFull, opened: 0 }
  const succeed = (result: unknown) => {
    const request = { result, onsuccess: () => undefined }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const database = {
    transaction() {
      const { isFull: fails } = device
      const store = {
        getAllKeys: () => succeed([...rows.keys()]),
        getAll: () => succeed([...rows.values()]),
        delete: (name: string) => fails || rows.delete(name),
        put: (text: string, name: string) => fails || rows.set(name, text),
      }
      const transaction = { error: new Error("full"), oncomplete() {}, onabort() {}, objectStore: () => store }
      queueMicrotask(() => (fails ? transaction.onabort() : transaction.oncomplete()))
      return transaction
    },
  }
  vi.stubGlobal("indexedDB", {
    databases: async () => (isUsed ? [{ name: "outbox" }] : []),
    open() {
      device.opened++
      return succeed(database)
    },
  })
  return device
}

test("a text is on the device once its storage has settled, and another page reads it", async () => {
  const { rows } = stubDevice({ isUsed: true })
  const [one, two] = [openDurableStorage(() => undefined), openDurableStorage(() => undefined)]
  one.set("a", "1")
  expect([await one.settled(), [...rows]]).toEqual([true, [["a", "1"]]])
  await two.refresh()
  expect([two.get("a"), two.names()]).toEqual(["1", ["a"]])
  two.remove("a")
  await two.settled()
  await one.refresh()
  expect([one.get("a"), rows.size]).toEqual([null, 0])
})

test("a full device does not settle, keeps the text for the page, and stores it with the next one that fits", async () => {
  const device = stubDevice({ isFull: true, isUsed: true })
  const storage = openDurableStorage(() => undefined)
  storage.set("a", "1")
  expect(await storage.settled()).toBe(false)
  device.isFull = false
  await storage.refresh()
  expect(storage.get("a")).toBe("1")
  storage.set("b", "2")
  expect([await storage.settled(), [...device.rows.keys()]]).toEqual([true, ["a", "b"]])
})

test("reading creates no database on a device that never had something to send", async () => {
  const device = stubDevice()
  await openDurableStorage(() => undefined).refresh()
  expect(device.opened).toBe(0)
})

test("where the browser blocks its databases, a text counts as not stored", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new Error("blocked")
    },
  })
  const storage = openDurableStorage(() => undefined)
  storage.set("a", "1")
  expect([await storage.settled(), storage.get("a")]).toEqual([false, "1"])
})
