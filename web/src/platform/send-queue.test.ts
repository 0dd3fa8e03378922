import { expect, test } from "vitest"
import { CallFailed } from "./request.ts"
import { openSendQueue, type QueuedItem } from "./send-queue.ts"
import { singleFlight } from "./single-flight.ts"
import { calm, sharedStorage, stillTimers } from "./testing.ts"

const DAY_MS = 86_400_000

const failed = (status: number, retryAfter = 0) => new CallFailed(status, "no", null, retryAfter)
const lost = () => new TypeError("Failed to fetch")

/** A tab with an outbox, on a line that fails as often as `failures` says; what arrived is in `arrived`. */
function newTab(
  storage = sharedStorage(),
  timers = stillTimers(),
  turns: <T>(act: () => Promise<T>) => Promise<T> = (act) => act(),
) {
  const arrived: string[] = []
  const failures: Error[] = []
  const told: [string, boolean][] = []
  const sendQueue = openSendQueue<string, string>({
    mark: "unsent.",
    storage,
    timers,
    withTabLock: turns,
    canSend: ({ owner }) => owner === "me",
    async send({ id, body }) {
      await Promise.resolve()
      const failure = failures.shift()
      if (failure) throw failure
      arrived.push(body)
      return id
    },
    onSent: () => undefined,
    onFailed: (failure, isFirst) =>
      void told.push([failure instanceof CallFailed ? String(failure.status) : "lost", isFirst]),
    onGone: () => void told.push(["gone", false]),
    onChange: () => undefined,
  })
  const put = (body: string, more: Partial<QueuedItem<string>> = {}) =>
    sendQueue.put({ id: body, owner: "me", writtenAt: timers.now(), body, ...more })
  return { storage, timers, sendQueue, arrived, failures, told, put }
}

test("what is written is kept before it is sent, sent in order, and gone once the server has it", async () => {
  const tab = newTab()
  const sending = [tab.put("one"), tab.put("two"), tab.put("three")]
  expect(tab.storage.names()).toEqual(["unsent.one", "unsent.two", "unsent.three"])
  await Promise.all(sending)
  expect([tab.arrived, tab.storage.names()]).toEqual([["one", "two", "three"], []])
})

test("a line that breaks, and a server that breaks, are tried again under the same name until it is there", async () => {
  const tab = newTab()
  tab.failures.push(lost(), failed(503), failed(500), failed(408))
  await tab.put("one")
  await tab.put("two")
  expect([tab.sendQueue.isWaiting("one"), tab.sendQueue.isWaiting("two")]).toEqual([true, true])
  for (let at = 0; at < 4; at++) await tab.timers.pass(30_000)
  expect(tab.arrived).toEqual(["one", "two"])
  // Only the first failure of a text is news.
  expect(tab.told).toEqual([
    ["lost", true],
    ["503", false],
    ["500", false],
    ["408", false],
  ])
})

test("when the line is back nobody waits any longer, except where the server asked for patience", async () => {
  const tab = newTab()
  tab.failures.push(lost())
  await tab.put("one")
  await tab.sendQueue.hurry()
  expect(tab.arrived).toEqual(["one"])
  tab.failures.push(failed(429, 120))
  await tab.put("two")
  await tab.sendQueue.hurry()
  await tab.timers.pass(119_000)
  expect(tab.arrived).toEqual(["one"])
  await tab.timers.pass(1000)
  expect(tab.arrived).toEqual(["one", "two"])
})

test("what the server does not take waits for its writer, and does not keep back the others", async () => {
  for (const status of [400, 403, 413]) {
    const tab = newTab()
    tab.failures.push(failed(status))
    await Promise.all([tab.put("one"), tab.put("two")])
    await tab.timers.pass(DAY_MS)
    await tab.sendQueue.hurry()
    expect(tab.arrived).toEqual(["two"])
    const [refused] = tab.sendQueue.list()
    expect(refused).toMatchObject({ id: "one", refusal: "" })
    if (refused) await tab.sendQueue.retry(refused)
    expect([tab.arrived, tab.sendQueue.list()]).toEqual([["two", "one"], []])
  }
})

test("the power cut in the middle of it loses nothing and changes no name", async () => {
  const before = newTab()
  before.failures.push(lost())
  await before.put("one")
  await before.put("two")
  const after = newTab(before.storage, before.timers)
  await after.sendQueue.flush()
  expect([after.arrived, after.storage.names()]).toEqual([["one", "two"], []])
})

test("an alarm that rings a moment early is the one to send by", async () => {
  const still = stillTimers()
  const early = { ...still, after: (ms: number, act: () => void) => still.after(Math.trunc(ms - 1), act) }
  const tab = newTab(undefined, early)
  tab.failures.push(lost())
  await tab.put("one")
  await still.pass(1000)
  expect(tab.arrived).toEqual(["one"])
})

test("two tabs that take turns send each text once", async () => {
  const turns = tabLock()
  const one = newTab(undefined, undefined, turns)
  const two = newTab(one.storage, one.timers, turns)
  const writing = one.put("mine")
  await Promise.all([two.sendQueue.flush(), two.put("yours"), writing, one.sendQueue.flush()])
  expect([...one.arrived, ...two.arrived].sort()).toEqual(["mine", "yours"])
  one.sendQueue.reread()
  expect(one.sendQueue.list()).toEqual([])
})

test("what another tab took away is shown until it is known what became of it; what went from here is not", async () => {
  const tab = newTab()
  tab.failures.push(lost())
  await tab.put("taken")
  await tab.put("mine")
  tab.storage.remove("unsent.taken")
  await tab.sendQueue.flush()
  const shown = () => [tab.sendQueue.gone(), tab.sendQueue.list()].map((some) => some.map(({ body }) => body))
  expect([shown(), tab.told.at(-1)]).toEqual([
    [["taken"], ["mine"]],
    ["gone", false],
  ])
  tab.sendQueue.forgetGone()
  await tab.sendQueue.hurry()
  expect([shown(), tab.arrived]).toEqual([[[], []], ["mine"]])
})

test("another's texts stay where they are; too old ones and what is no text go", async () => {
  const tab = newTab()
  tab.storage.set("unsent.broken", "{")
  await tab.put("theirs", { owner: "somebody" })
  await tab.put("old", { owner: "somebody", writtenAt: tab.timers.now() })
  expect(tab.arrived).toEqual([])
  expect(tab.storage.names()).toEqual(["unsent.theirs", "unsent.old"])
  await tab.timers.pass(30 * DAY_MS + 2)
  tab.sendQueue.reread()
  expect(tab.storage.names()).toEqual([])
})

test("two rounds never run at once, and whoever asks meanwhile gets one more", async () => {
  let running = 0
  let most = 0
  let rounds = 0
  const round = singleFlight(async () => {
    most = Math.max(most, ++running)
    await calm()
    running--
    rounds++
    if (rounds === 1) throw new Error("broke")
  })
  const asked = [round().catch(() => "broke"), round(), round(), round()]
  expect(await Promise.all(asked)).toEqual(["broke", undefined, undefined, undefined])
  expect([rounds, most]).toEqual([2, 1])
})

/** As tabs with Web Locks do. */
function tabLock() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}
