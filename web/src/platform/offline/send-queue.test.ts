import { expect, test } from "vitest"
import { CallFailed } from "#platform/http/request.ts"
import { openSendQueue } from "./send-queue.ts"
import { singleFlight } from "./single-flight.ts"
import type { QueuedItem } from "./stored-items.ts"
import { createFakeTimers, createMemoryStorage, flushPromises } from "./testing.ts"

const DAY_MS = 86_400_000

const failed = (status: number, retryAfter = 0) => new CallFailed(status, "no", null, retryAfter)
const networkError = () => new TypeError("Failed to fetch")

/** A tab with a send queue. Each entry of `failures` makes one send fail; `arrived` lists what the server received. */
function newTab(
  storage = createMemoryStorage(),
  timers = createFakeTimers(),
  withTabLock: <T>(run: () => Promise<T>) => Promise<T> = (run) => run(),
) {
  const arrived: string[] = []
  const failures: Error[] = []
  const events: string[] = []
  const network = { isOnline: true }
  const sendQueue = openSendQueue<string, string>({
    keyPrefix: "unsent.",
    storage,
    timers,
    withTabLock,
    isOnline: () => network.isOnline,
    canSend: ({ owner }) => owner === "me",
    async send({ id, body }) {
      await Promise.resolve()
      const failure = failures.shift()
      if (failure) throw failure
      arrived.push(body)
      return id
    },
    onSent: () => undefined,
    onFailed: (failure) => void events.push(failure instanceof CallFailed ? String(failure.status) : "network"),
    onRemoved: () => void events.push("removed"),
    onChange: () => undefined,
  })
  const put = (body: string, overrides: Partial<QueuedItem<string>> = {}) =>
    sendQueue.put({ id: body, owner: "me", writtenAt: timers.now(), body, ...overrides })
  return { storage, timers, sendQueue, arrived, failures, events, network, put }
}

test("an item is stored before it is sent, sent in order, and deleted once the server has it", async () => {
  const tab = newTab()
  const puts = [tab.put("one"), tab.put("two"), tab.put("three")]
  expect(tab.storage.names()).toEqual(["unsent.one", "unsent.two", "unsent.three"])
  await Promise.all(puts)
  expect([tab.arrived, tab.storage.names()]).toEqual([["one", "two", "three"], []])
})

test("network failures and server errors are retried with the same id until the item arrives", async () => {
  const tab = newTab()
  tab.failures.push(networkError(), failed(503), failed(500), failed(408))
  await tab.put("one")
  await tab.put("two")
  expect([tab.sendQueue.isWaiting("one"), tab.sendQueue.isWaiting("two")]).toEqual([true, true])
  for (let at = 0; at < 4; at++) await tab.timers.advance(30_000)
  expect(tab.arrived).toEqual(["one", "two"])
  expect(tab.events).toEqual(["network", "503", "500", "408"])
})

test("sendNow sends a waiting item before its next attempt, unchanged, and shows it as being sent", async () => {
  const tab = newTab()
  tab.failures.push(networkError(), networkError())
  await tab.put("one")
  const sending = tab.sendQueue.sendNow("one")
  await Promise.resolve()
  expect(tab.sendQueue.isWaiting("one")).toBe(false)
  await sending
  expect([tab.events, tab.arrived, tab.sendQueue.isWaiting("one")]).toEqual([["network", "network"], [], true])
  await tab.sendQueue.sendNow("one")
  expect([tab.arrived, tab.storage.names()]).toEqual([["one"], []])
})

test("offline the queue attempts nothing by itself, and everything once the network is back", async () => {
  const tab = newTab()
  tab.failures.push(networkError(), networkError())
  await tab.put("one")
  tab.network.isOnline = false
  await tab.timers.advance(DAY_MS)
  expect(tab.events).toEqual(["network"])
  await tab.sendQueue.sendNow("one")
  expect(tab.events).toEqual(["network", "network"])
  tab.network.isOnline = true
  await tab.sendQueue.retryNow()
  expect(tab.arrived).toEqual(["one"])
})

test("retryNow skips the backoff, but not a pause that the server asked for", async () => {
  const tab = newTab()
  tab.failures.push(networkError())
  await tab.put("one")
  await tab.sendQueue.retryNow()
  expect(tab.arrived).toEqual(["one"])
  tab.failures.push(failed(429, 120))
  await tab.put("two")
  await tab.sendQueue.retryNow()
  await tab.timers.advance(119_000)
  expect(tab.arrived).toEqual(["one"])
  await tab.timers.advance(1000)
  expect(tab.arrived).toEqual(["one", "two"])
})

test("a refused item waits for the user and does not block the others", async () => {
  for (const status of [400, 403, 413]) {
    const tab = newTab()
    tab.failures.push(failed(status))
    await Promise.all([tab.put("one"), tab.put("two")])
    await tab.timers.advance(DAY_MS)
    await tab.sendQueue.retryNow()
    expect(tab.arrived).toEqual(["two"])
    const [refused] = tab.sendQueue.list()
    expect(refused).toMatchObject({ id: "one", refusal: "" })
    if (refused) await tab.sendQueue.retry(refused)
    expect([tab.arrived, tab.sendQueue.list()]).toEqual([["two", "one"], []])
  }
})

test("a restart loses no item and keeps the ids", async () => {
  const before = newTab()
  before.failures.push(networkError())
  await before.put("one")
  await before.put("two")
  const after = newTab(before.storage, before.timers)
  await after.sendQueue.flush()
  expect([after.arrived, after.storage.names()]).toEqual([["one", "two"], []])
})

test("a timer that fires slightly early still sends", async () => {
  const timers = createFakeTimers()
  const early = { ...timers, after: (ms: number, run: () => void) => timers.after(Math.trunc(ms - 1), run) }
  const tab = newTab(undefined, early)
  tab.failures.push(networkError())
  await tab.put("one")
  await timers.advance(1000)
  expect(tab.arrived).toEqual(["one"])
})

test("two tabs with a shared lock send each item once", async () => {
  const withTabLock = tabLock()
  const one = newTab(undefined, undefined, withTabLock)
  const two = newTab(one.storage, one.timers, withTabLock)
  const put = one.put("mine")
  await Promise.all([two.sendQueue.flush(), two.put("yours"), put, one.sendQueue.flush()])
  expect([...one.arrived, ...two.arrived].sort()).toEqual(["mine", "yours"])
  one.sendQueue.reread()
  expect(one.sendQueue.list()).toEqual([])
})

test("items that another tab removed stay listed until they are cleared; items sent from here do not", async () => {
  const tab = newTab()
  tab.failures.push(networkError())
  await tab.put("removed")
  await tab.put("mine")
  tab.storage.remove("unsent.removed")
  await tab.sendQueue.flush()
  const shown = () => [tab.sendQueue.removed(), tab.sendQueue.list()].map((items) => items.map(({ body }) => body))
  expect([shown(), tab.events.at(-1)]).toEqual([[["removed"], ["mine"]], "removed"])
  tab.sendQueue.clearRemoved()
  await tab.sendQueue.retryNow()
  expect([shown(), tab.arrived]).toEqual([[[], []], ["mine"]])
})

test("items of another account stay stored; expired and invalid ones are deleted", async () => {
  const tab = newTab()
  tab.storage.set("unsent.broken", "{")
  await tab.put("theirs", { owner: "other" })
  await tab.put("old", { owner: "other", writtenAt: tab.timers.now() })
  expect(tab.arrived).toEqual([])
  expect(tab.storage.names()).toEqual(["unsent.theirs", "unsent.old"])
  await tab.timers.advance(30 * DAY_MS + 2)
  tab.sendQueue.reread()
  expect(tab.storage.names()).toEqual([])
})

test("singleFlight never runs two rounds at once; calls during a round share one more", async () => {
  let running = 0
  let max = 0
  let rounds = 0
  const round = singleFlight(async () => {
    max = Math.max(max, ++running)
    await flushPromises()
    running--
    rounds++
    if (rounds === 1) throw new Error("broke")
  })
  const calls = [round().catch(() => "broke"), round(), round(), round()]
  expect(await Promise.all(calls)).toEqual(["broke", undefined, undefined, undefined])
  expect([rounds, max]).toEqual([2, 1])
})

/** One lock for several tabs, like the Web Locks API. */
function tabLock() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(run: () => Promise<T>): Promise<T> => {
    const result = last.then(run)
    last = result.catch(() => undefined)
    return result
  }
}

test("a refusal names the free hours, which are gone when the item is sent again", async () => {
  const tab = newTab()
  const starts = ["2026-11-25T15:00:00.000Z"]
  tab.failures.push(new CallFailed(409, "no", { code: "slot.taken", message: "Taken.", starts }))
  await tab.put("one")
  const [refused] = tab.sendQueue.list()
  expect(refused).toMatchObject({ refusal: "Taken.", starts })
  tab.failures.push(failed(503))
  if (refused) await tab.sendQueue.retry(refused)
  expect(tab.sendQueue.list()[0]).not.toHaveProperty("starts")
})
