import { beforeEach, expect, test, vi } from "vitest"
import { CallFailed } from "#platform/http/request.ts"
import { flushPromises } from "#platform/offline/testing.ts"
import { createPage, networkError, THREAD } from "./testing-page.tsx"

const refused = (status: number, message: string) =>
  new CallFailed(status, message, { code: "request.invalid", message })

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined))

test("spec §4, §7: the open chat loads on socket events and a timer; the closed chat is silent", async () => {
  const { chat, server, connections, shownEntries, timers } = createPage()
  server.add("Bonjou")
  expect(chat.view()).toMatchObject({ isOpen: false, isLoaded: false })
  await chat.open()
  expect([server.requests, shownEntries()]).toEqual([["chatStatus", "messages"], [["sent", "Bonjou"]]])
  connections[0]?.onState(true)
  await flushPromises()
  expect(chat.view().isConnected).toBe(true)
  server.add("Sak pase?")
  connections[0]?.onMessage({ type: "new_message", threadId: THREAD, sequence: 2 })
  connections[0]?.onMessage({ type: "new_message", threadId: "another", sequence: 9 })
  await flushPromises()
  expect(shownEntries()).toHaveLength(2)
  server.requests.length = 0
  await timers.advance(60_000)
  expect(server.requests).toEqual(["messages", "chatStatus", "messages"])
  chat.close()
  await timers.advance(300_000)
  expect([server.requests.length, connections.map(({ isClosed }) => isClosed), chat.view().isConnected]).toEqual([
    3,
    [true],
    false,
  ])
})

test("a failed catch-up marks the chat as behind until one succeeds", async () => {
  const { chat, server, shownEntries, timers } = createPage()
  server.faults.messages = [networkError(), networkError()]
  await chat.open()
  expect(chat.view()).toMatchObject({ isBehind: true, isLoaded: false })
  await chat.retryRound()
  expect(chat.view().isBehind).toBe(true)
  server.add("Bonjou")
  await timers.advance(30_000)
  expect([chat.view().isBehind, shownEntries()]).toEqual([false, [["sent", "Bonjou"]]])
})

test("paging backwards through a long conversation neither skips nor repeats a message", async () => {
  const { chat, server } = createPage()
  for (let at = 0; at < 250; at++) server.add(`message ${at}`)
  await chat.open()
  const count = () => [chat.view().entries.length, chat.view().hasEarlier]
  expect(count()).toEqual([100, true])
  for (let at = 0; at < 130; at++) server.add(`later ${at}`)
  await chat.wake()
  await chat.readEarlier()
  await chat.readEarlier()
  expect(count()).toEqual([380, false])
  expect(new Set(chat.view().entries.map(({ key }) => key)).size).toBe(380)
})

test("a message whose response got lost is sent again under the same id and appears once", async () => {
  const { chat, server, storage, shownEntries, write, timers } = createPage()
  await chat.open()
  server.faults.send = ["lost answer"]
  await write("Bonjou")
  expect(shownEntries()).toEqual([["waiting", "Bonjou"]])
  expect(chat.view().notice).toEqual({ kind: "failed" })
  await timers.advance(1000)
  expect([shownEntries(), server.messages.length]).toEqual([[["sent", "Bonjou"]], 1])
  expect([chat.view().notice, storage.names()]).toEqual([null, ["chat.name"]])
})

test("spec §8: each failed attempt shows the notice again, and Send now sends the same message again", async () => {
  const { chat, server, storage, timers, write } = createPage()
  await chat.open()
  server.faults.send = ["lost answer", networkError(), networkError()]
  await write("Bonjou")
  const failed = { kind: "failed" }
  expect(chat.view().notice).toEqual(failed)
  chat.dismiss()
  await timers.advance(1000)
  expect(chat.view().notice).toEqual(failed)
  const [waiting] = chat.view().entries
  if (waiting?.state !== "waiting") throw new Error("it does not wait")
  chat.type("name", "Another name")
  chat.sendNow(waiting.unsent)
  expect(chat.view().notice).toBeNull()
  await flushPromises()
  expect(chat.view().notice).toEqual(failed)
  chat.sendNow(waiting.unsent)
  await flushPromises()
  expect(server.messages.map(({ clientId, name }) => [clientId, name])).toEqual([[waiting.key, "Ada"]])
  expect([chat.view().notice, storage.get(`chat.unsent.${waiting.key}`)]).toEqual([null, null])
})

test("a message that the catch-up finds after a reload is not sent again", async () => {
  const before = createPage()
  await before.chat.open()
  before.server.faults.send = ["lost answer"]
  await before.write("Bonjou")
  before.timers.clear()
  before.server.requests.length = 0
  const after = createPage(before.server, before.storage)
  expect(after.shownEntries()).toEqual([["sending", "Bonjou"]])
  await after.chat.open()
  expect([after.shownEntries(), after.server.requests]).toEqual([[["sent", "Bonjou"]], ["chatStatus", "messages"]])
})

test("a refused message shows the reason and can be sent with the current name or deleted", async () => {
  const { chat, server, shownEntries, write } = createPage()
  await chat.open()
  server.faults.send = [refused(403, "You cannot write in this chat."), refused(400, "No")]
  await write("one")
  await write("two")
  await write("three")
  expect(shownEntries()).toEqual([
    ["sent", "three"],
    ["refused", "one"],
    ["refused", "two"],
  ])
  const [, one, two] = chat.view().entries
  if (one?.state !== "refused" || two?.state !== "refused") throw new Error("they were not refused")
  expect(one.unsent.refusal).toBe("You cannot write in this chat.")
  chat.drop(one.key)
  chat.type("name", "Ada L.")
  chat.retry(two.unsent)
  await flushPromises()
  expect(server.messages.map(({ name, message }) => `${name}: ${message}`)).toEqual(["Ada: three", "Ada L.: two"])
})

test("the first message of a conversation reconnects the socket under the new thread", async () => {
  const { chat, server, connections, write } = createPage()
  await chat.open()
  expect(connections).toHaveLength(1)
  await write("Bonjou")
  expect([connections.map(({ isClosed }) => isClosed), chat.view().chatStatus?.threadId]).toEqual([
    [true, false],
    THREAD,
  ])
  await write("Ankò")
  expect([connections.length, server.messages.length]).toEqual([2, 2])
})

test("the chat reports a visible answer as seen once", async () => {
  const { chat, server, timers } = createPage()
  server.add("one")
  await chat.open()
  await timers.advance(5000)
  expect(server.seen).toEqual([])
  chat.look(true)
  server.faults.see = [networkError()]
  await timers.advance(1000)
  server.add("two")
  await chat.wake()
  await timers.advance(31_000)
  expect(server.seen).toEqual([2])
})

test("the chat resumes an email's thread before it loads messages, and a refused token shows the server's message", async () => {
  const { chat, server } = createPage()
  server.faults.resume = [networkError(), refused(400, "This link has expired.")]
  await chat.open("secret")
  expect(chat.view().isBehind).toBe(true)
  await chat.retryRound()
  expect(chat.view()).toMatchObject({ isBehind: false, notice: { kind: "text", message: "This link has expired." } })
  expect(server.requests).toEqual(["chatStatus", "resume", "chatStatus", "resume", "chatStatus", "messages"])
})

test("a token that was not sent changes nothing, and a later link is followed", async () => {
  const { chat, server, connections, shownEntries } = createPage()
  server.add("Bonjou")
  await chat.open()
  const first = Promise.withResolvers<boolean>()
  const tokens: string[] = []
  server.calls.resume = async (token) => {
    tokens.push(token)
    return token === "first" ? await first.promise : true
  }
  const opened = [chat.open("first"), chat.open("second")]
  await flushPromises()
  expect([tokens, connections.length]).toEqual([["first"], 1])
  first.resolve(false)
  await opened[0]
  expect([shownEntries(), connections.length]).toEqual([[["sent", "Bonjou"]], 1])
  await opened[1]
  await chat.retryRound()
  expect([tokens, connections.length]).toEqual([["first", "second"], 2])
})

test("a deleted conversation leaves the open page at once, and what follows begins another", async () => {
  const { chat, server, connections, shownEntries, write } = createPage()
  server.add("Bonjou")
  server.add("Sak pase?")
  await chat.open()
  const remove = () => Object.assign(server, { threadId: null }) && server.messages.splice(0)
  const deleted = remove()
  connections[0]?.onMessage({ type: "thread_changed", threadId: THREAD })
  await flushPromises()
  expect([shownEntries(), chat.view().chatStatus?.threadId]).toEqual([[], null])
  server.messages.push(...deleted)
  server.threadId = THREAD
  connections.at(-1)?.onMessage({ type: "thread_changed", threadId: THREAD })
  await flushPromises()
  expect(shownEntries()).toHaveLength(2)
  // This time the page misses the notification.
  remove()
  server.messageIds = "other"
  await write("Mwen la")
  await flushPromises()
  expect(shownEntries()).toEqual([["sent", "Mwen la"]])
})
