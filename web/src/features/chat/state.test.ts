import { beforeEach, expect, test, vi } from "vitest"
import { CallFailed } from "#platform/request.ts"
import { calm } from "#platform/testing.ts"
import { lost, newPage, THREAD } from "./testing-page.tsx"

const refused = (status: number, message: string) =>
  new CallFailed(status, message, { code: "request.invalid", message })

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined))

test("§4, §7 opened it says who is here, lists and follows; the socket and the clock say when to look; closed it is still", async () => {
  const { chat, server, lines, shown, timers } = newPage()
  server.add("Bonjou")
  expect(chat.view()).toMatchObject({ isOpen: false, isLoaded: false })
  await chat.open()
  expect([server.asked, shown()]).toEqual([["chatStatus", "messages"], [["sent", "Bonjou"]]])
  lines[0]?.onState(true)
  await calm()
  expect(chat.view().isConnected).toBe(true)
  server.add("Sak pase?")
  lines[0]?.onMessage({ type: "new_message", threadId: THREAD, sequence: 2 })
  lines[0]?.onMessage({ type: "new_message", threadId: "another", sequence: 9 })
  await calm()
  expect(shown()).toHaveLength(2)
  server.asked.length = 0
  await timers.pass(60_000)
  expect(server.asked).toEqual(["messages", "chatStatus", "messages"])
  chat.close()
  await timers.pass(300_000)
  expect([server.asked.length, lines.map(({ isClosed }) => isClosed), chat.view().isConnected]).toEqual([
    3,
    [true],
    false,
  ])
})

test("a catch-up that fails is said, and no more after the next one that does not", async () => {
  const { chat, server, shown, timers } = newPage()
  server.wrong.messages = [lost(), lost()]
  await chat.open()
  expect(chat.view()).toMatchObject({ isBehind: true, isLoaded: false })
  await chat.retryRound()
  expect(chat.view().isBehind).toBe(true)
  server.add("Bonjou")
  await timers.pass(30_000)
  expect([chat.view().isBehind, shown()]).toEqual([false, [["sent", "Bonjou"]]])
})

test("250 messages: the last hundred, then the hundred before, then all; and none twice or missing", async () => {
  const { chat, server } = newPage()
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

test("an answer that got lost after the server had the message: sent again under the same id, it is there once", async () => {
  const { chat, server, storage, shown, write, timers } = newPage()
  await chat.open()
  server.wrong.send = ["lost answer"]
  await write("Bonjou")
  expect(shown()).toEqual([["waiting", "Bonjou"]])
  expect(chat.view().notice).toEqual({ kind: "failed" })
  await timers.pass(1000)
  expect([shown(), server.messages.length]).toEqual([[["sent", "Bonjou"]], 1])
  expect([chat.view().notice, storage.names()]).toEqual([null, ["chat.name"]])
})

test("after a reload the catch-up tells that a message had arrived, and it is not sent again", async () => {
  const before = newPage()
  await before.chat.open()
  before.server.wrong.send = ["lost answer"]
  await before.write("Bonjou")
  before.timers.forget()
  before.server.asked.length = 0
  const after = newPage(before.server, before.storage)
  expect(after.shown()).toEqual([["sending", "Bonjou"]])
  await after.chat.open()
  expect([after.shown(), after.server.asked]).toEqual([[["sent", "Bonjou"]], ["chatStatus", "messages"]])
})

test("what the server refuses says why, and can be sent again as it is now, or deleted", async () => {
  const { chat, server, shown, write } = newPage()
  await chat.open()
  server.wrong.send = [refused(403, "You cannot write in this chat."), refused(400, "No")]
  await write("one")
  await write("two")
  await write("three")
  expect(shown()).toEqual([
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
  await calm()
  expect(server.messages.map(({ name, message }) => `${name}: ${message}`)).toEqual(["Ada: three", "Ada L.: two"])
})

test("the first message of a conversation opens the line anew, so that it knows whose it is", async () => {
  const { chat, server, lines, write } = newPage()
  await chat.open()
  expect(lines).toHaveLength(1)
  await write("Bonjou")
  expect([lines.map(({ isClosed }) => isClosed), chat.view().chatStatus?.threadId]).toEqual([[true, false], THREAD])
  await write("Ankò")
  expect([lines.length, server.messages.length]).toEqual([2, 2])
})

test("an answer that is before somebody's eyes is told as seen, once", async () => {
  const { chat, server, timers } = newPage()
  server.add("one")
  await chat.open()
  await timers.pass(5000)
  expect(server.seen).toEqual([])
  chat.look(true)
  server.wrong.see = [lost()]
  await timers.pass(1000)
  server.add("two")
  await chat.wake()
  await timers.pass(31_000)
  expect(server.seen).toEqual([2])
})

test("the secret of a letter goes first; a refused one is said in the server's words, and the chat goes on", async () => {
  const { chat, server } = newPage()
  server.wrong.resume = [lost(), refused(400, "This link has expired.")]
  await chat.open("secret")
  expect(chat.view().isBehind).toBe(true)
  await chat.retryRound()
  expect(chat.view()).toMatchObject({ isBehind: false, notice: { kind: "said", message: "This link has expired." } })
  expect(server.asked).toEqual(["resume", "resume", "chatStatus", "messages"])
})
