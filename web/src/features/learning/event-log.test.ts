import type { LessonId } from "@haitech/contract/ids"
import { EVENT_BATCH, type LearningEvent } from "@haitech/contract/learning"
import { expect, test } from "vitest"
import { CallFailed } from "#platform/http/request.ts"
import { createFakeTimers, flushPromises } from "#platform/offline/testing.ts"
import { BATCH, openEventLog } from "./event-log.ts"
import { createMemoryEventStore } from "./event-store.ts"
import { lessonStates } from "./lesson-states.ts"

const LESSON = "01900000-0000-7000-8000-0000000000aa" as LessonId
const GONE = "01900000-0000-7000-8000-0000000000ff" as LessonId
const MARIE = "marie"
const JEAN = "jean"

const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`
const atOf = (number: number) => new Date(Date.parse("2026-11-21T15:00:00Z") + number * 1000).toISOString()

function answer(number: number, lessonId = LESSON): LearningEvent {
  const event = { id: idOf(number), lessonId, at: atOf(number), isReview: false }
  return { ...event, kind: "exercise.answered", exerciseId: `exercise-${number}`, isCorrect: true }
}

function read(number: number, position: string): LearningEvent {
  return { id: idOf(number), lessonId: LESSON, at: atOf(number), kind: "lesson.read", position }
}

/** A tab on a device. The server stores what arrives under its account, and knows the lesson `LESSON` only. */
function newTab(store = createMemoryEventStore(), server = new Map<string, string>()) {
  const timers = createFakeTimers()
  const state = { account: null as string | null, session: null as string | null, isOnline: true }
  const failures: Error[] = []
  const batches: number[] = []
  const notices: string[] = []
  const log = openEventLog({
    store,
    timers,
    withTabLock: (run) => run(),
    isOnline: () => state.isOnline,
    owner: () => state.account ?? state.session,
    isOwn: (owner) => owner === state.account || owner === state.session,
    identify: async () => state.account,
    async send(events) {
      batches.push(events.length)
      const failure = failures.shift()
      if (failure) throw failure
      const known = events.filter(({ lessonId }) => lessonId === LESSON)
      for (const { id } of known) if (!server.has(id)) server.set(id, state.account ?? "")
      return { stored: known.map(({ id }) => id), earned: [] }
    },
    onChange: () => undefined,
    onWrite: () => undefined,
    onEarned: () => undefined,
    onMerged: () => void notices.push("merged"),
  })
  return { log, store, server, timers, state, failures, batches, notices }
}

const waiting = (tab: ReturnType<typeof newTab>) => tab.log.list().filter(({ state }) => state === "waiting").length

test("an event of a page whose account is signed out waits for that account, also while another one is signed in", async () => {
  const tab = newTab()
  Object.assign(tab.state, { account: JEAN, session: "session:2" })
  await tab.log.append(answer(1), { of: MARIE })
  await tab.log.flush()
  expect([tab.server.size, tab.log.list()]).toEqual([0, []])
  tab.state.account = MARIE
  await tab.log.retryNow()
  expect([...tab.server]).toEqual([[idOf(1), MARIE]])
})

test("a guest's events stay on the device, and are sent after the sign-in, once", async () => {
  const tab = newTab()
  await tab.log.append(answer(1))
  await tab.log.append(answer(2))
  await flushPromises()
  expect([tab.server.size, waiting(tab)]).toEqual([0, 2])
  tab.state.account = MARIE
  await tab.log.flush()
  await tab.log.flush()
  expect([[...tab.server.values()], waiting(tab), tab.notices, tab.batches]).toEqual([
    [MARIE, MARIE],
    0,
    ["merged"],
    [2],
  ])
})

test("what happens before the server has said whose session it is belongs to that session's account only", async () => {
  const tab = newTab()
  tab.state.session = "session:1"
  await tab.log.append(answer(1))
  tab.state.session = "session:2"
  await tab.log.append(answer(2))
  expect(tab.log.list().map(({ id }) => id)).toEqual([idOf(2)])
  tab.state.account = JEAN
  await tab.log.flush()
  expect([[...tab.server.keys()], tab.notices]).toEqual([[idOf(2)], []])
})

test("events of one account are never sent for another", async () => {
  const tab = newTab()
  tab.state.account = MARIE
  tab.state.isOnline = false
  await tab.log.append(answer(1))
  tab.state.account = JEAN
  tab.state.isOnline = true
  await tab.log.flush()
  expect([tab.server.size, tab.log.list()]).toEqual([0, []])
  tab.state.account = MARIE
  await tab.log.flush()
  expect([...tab.server.values()]).toEqual([MARIE])
})

test("sent events leave the device with their account's session; waiting ones stay", async () => {
  const tab = newTab()
  tab.state.account = MARIE
  await tab.log.append(answer(1))
  await tab.log.flush()
  tab.failures.push(new CallFailed(401, "no", null))
  await tab.log.append(answer(2))
  await flushPromises()
  tab.state.account = null
  await tab.log.flush()
  expect((await tab.store.all()).map(({ id }) => id)).toEqual([idOf(2)])
})

test("after failures the events arrive with the same ids, also from another page of the same device", async () => {
  const tab = newTab()
  tab.state.account = MARIE
  tab.failures.push(new TypeError("Failed to fetch"), new CallFailed(503, "no", null))
  await tab.log.append(answer(1))
  await flushPromises()
  expect([tab.server.size, waiting(tab), tab.log.isRetrying()]).toEqual([0, 1, true])
  await tab.timers.advance(60_000)
  expect([[...tab.server.keys()], waiting(tab), tab.log.isRetrying()]).toEqual([[idOf(1)], 0, false])

  tab.failures.push(new TypeError("Failed to fetch"))
  await tab.log.append(answer(2))
  await flushPromises()
  const next = newTab(tab.store, tab.server)
  next.state.account = MARIE
  await next.log.flush()
  expect([...tab.server.keys()]).toEqual([idOf(1), idOf(2)])
})

test("a session that ended keeps the events without more requests", async () => {
  const tab = newTab()
  tab.state.account = MARIE
  tab.failures.push(new CallFailed(401, "no", null))
  await tab.log.append(answer(1))
  await flushPromises()
  await tab.timers.advance(600_000)
  expect([tab.batches, waiting(tab)]).toEqual([[1], 1])
})

test("long logs are sent in batches that the server takes", async () => {
  const tab = newTab()
  tab.state.isOnline = false
  tab.state.account = MARIE
  for (let number = 0; number < 120; number++) await tab.log.append(answer(number))
  tab.state.isOnline = true
  await tab.log.flush()
  expect(BATCH).toBe(EVENT_BATCH)
  expect([tab.server.size, tab.batches]).toEqual([120, [50, 50, 20]])
})

test("an event of an unknown lesson is not sent again and holds up no other", async () => {
  const tab = newTab()
  tab.state.account = MARIE
  await tab.log.append(answer(1, GONE))
  await tab.log.append(answer(2))
  await tab.log.flush()
  await tab.log.flush()
  expect([[...tab.server.keys()], waiting(tab)]).toEqual([[idOf(2)], 0])
})

test("a batch that the server refuses is sent in parts until only the unreadable event is left out", async () => {
  const tab = newTab()
  tab.state.isOnline = false
  tab.state.account = MARIE
  for (const number of [1, 2, 3]) await tab.log.append(answer(number))
  tab.state.isOnline = true
  tab.failures.push(new CallFailed(400, "no", null), new CallFailed(400, "no", null))
  await tab.log.flush()
  expect([[...tab.server.keys()], waiting(tab)]).toEqual([[idOf(2), idOf(3)], 0])
})

test("of the places in a lesson only the last one is kept and sent", async () => {
  const tab = newTab()
  for (const [number, position] of ["block-1", "block-2", "block-5"].entries())
    await tab.log.append(read(number, position))
  expect(lessonStates(tab.log.list()).get(LESSON)).toMatchObject({ position: "block-5", isCompleted: false })
  tab.state.account = MARIE
  await tab.log.flush()
  expect([...tab.server.keys()]).toEqual([idOf(2)])
  await tab.log.append(read(3, "block-6"))
  await flushPromises()
  expect([tab.log.list().length, lessonStates(tab.log.list()).get(LESSON)?.position]).toEqual([1, "block-6"])
})

test("a lesson's state does not depend on the order of its events, and a completed one stays completed", () => {
  const completed: LearningEvent = {
    id: idOf(9),
    lessonId: LESSON,
    at: atOf(2),
    kind: "lesson.completed",
    language: "ht",
    seconds: 300,
  }
  const records = [read(1, "block-1"), completed, answer(4), read(7, "block-2")].map((event) => ({
    id: event.id,
    owner: null,
    event,
    seconds: event.kind === "lesson.completed" ? 300 : 0,
    state: "waiting" as const,
  }))
  const expected = { isCompleted: true, position: "block-2", seconds: 300, solved: new Set(["exercise-4"]) }
  for (const order of [records, records.toReversed()]) expect(lessonStates(order).get(LESSON)).toMatchObject(expected)
})
