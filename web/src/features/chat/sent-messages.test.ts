import type { ChatMessage } from "@haitech/contract/chat"
import { expect, test } from "vitest"
import { flushPromises } from "#platform/offline/testing.ts"
import { createSentMessages } from "./sent-messages.ts"

const message = (sequence: number): ChatMessage => ({
  id: `m${sequence}`,
  sequence,
  clientId: `client-${sequence}`,
  senderType: "guest",
  name: "Ada",
  message: `message ${sequence}`,
  createdAt: "2026-11-21T15:00:00Z",
})

/** A list whose server responds when the test calls `respond`. */
function createList() {
  const responses: ((messages: ChatMessage[]) => void)[] = []
  const calls = { messages: () => new Promise<ChatMessage[]>((resolve) => void responses.push(resolve)) }
  const list = createSentMessages({ calls, maxRows: 100 }, () => undefined)
  async function respond(...sequences: number[]): Promise<void> {
    responses.shift()?.(sequences.map(message))
    await flushPromises()
  }
  return { ...list, respond, sequences: () => list.list().map(({ sequence }) => sequence) }
}

test("an acknowledged message is listed once, before and after it is loaded", async () => {
  const list = createList()
  void list.catchUp()
  await list.respond(1)
  expect([list.accept(message(3)), list.accept(message(3)), list.sequences()]).toEqual([false, false, [1, 3]])
  void list.catchUp()
  await list.respond(2, 3)
  expect(list.sequences()).toEqual([1, 2, 3])
  expect([list.accept(message(4)), list.sequences()]).toEqual([true, [1, 2, 3, 4]])
})

test("a response for the previous conversation is ignored", async () => {
  const list = createList()
  void list.catchUp()
  list.accept(message(1))
  list.forget()
  await list.respond(1, 2, 3)
  expect([list.sequences(), list.state().isLoaded]).toEqual([[], false])
  void list.catchUp()
  await list.respond(1)
  expect([list.sequences(), list.state().isLoaded]).toEqual([[1], true])
})
