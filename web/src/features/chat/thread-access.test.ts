import { beforeEach, expect, test, vi } from "vitest"
import { flushPromises } from "#platform/offline/testing.ts"
import { createPage, networkError } from "./testing-page.tsx"

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined))

test("a guest's unsent message needs the member's confirmation and stays hidden from other members", async () => {
  const guest = createPage()
  await guest.chat.open()
  guest.server.faults.send = [networkError(), networkError()]
  await guest.write("as a guest")
  guest.chat.type("message", "half a thou")
  guest.timers.clear()
  guest.server.userId = "member-1"
  const member = createPage(guest.server, guest.storage)
  expect(member.chat.view().form.message).toBe("half a thou")
  await member.chat.open()
  expect(member.chat.view().form).toEqual({ name: "Widline Jean", email: "widline@example.org", message: "" })
  const [entry] = member.chat.view().entries
  expect(member.shownEntries()).toEqual([["before", "as a guest"]])
  member.server.faults.send = [networkError()]
  if (entry?.state === "before") member.chat.retry(entry.unsent)
  await flushPromises()
  expect(member.shownEntries()).toEqual([["waiting", "as a guest"]])
  guest.timers.clear()
  guest.server.userId = "member-2"
  const other = createPage(guest.server, guest.storage)
  await other.chat.open()
  await guest.timers.advance(60_000)
  expect([other.shownEntries(), guest.server.messages]).toEqual([[], []])
})

test("after a sign-in in another tab, the chat neither shows nor sends the guest's messages", async () => {
  const { chat, server, shownEntries, write, connections } = createPage()
  server.add("for the guest")
  await chat.open()
  server.faults.send = [networkError()]
  await write("by the guest")
  server.userId = "member-1"
  server.threadId = "another"
  server.messages.length = 0
  await chat.wake()
  expect(shownEntries()).toEqual([["before", "by the guest"]])
  expect([server.messages, connections.length]).toEqual([[], 2])
})

test("two tabs share sent messages and drafts", async () => {
  const one = createPage()
  await one.chat.open()
  one.server.faults.send = [networkError()]
  await one.write("Bonjou")
  const two = createPage(one.server, one.storage)
  const [name = ""] = one.chat.view().entries.map(({ key }) => `chat.unsent.${key}`)
  await two.chat.open()
  await flushPromises()
  expect([one.server.messages.length, two.shownEntries()]).toEqual([1, [["sent", "Bonjou"]]])
  one.server.faults.messages = [networkError()]
  one.chat.sync(name, "its text")
  await flushPromises()
  expect([one.chat.view().isBehind, one.shownEntries()]).toEqual([true, [["waiting", "Bonjou"]]])
  await one.chat.retryRound()
  expect(one.shownEntries()).toEqual([["sent", "Bonjou"]])
  two.chat.type("message", "begun")
  one.chat.sync("chat.draft.guest", null)
  expect(one.chat.view().form.message).toBe("begun")
})

test("the form survives a reload, and sending clears only the message", async () => {
  const { chat, server, storage, write } = createPage()
  chat.type("email", "ada@example.org")
  chat.type("message", "Bon")
  const again = createPage(server, storage)
  expect(again.chat.view().form).toEqual({ name: "", email: "ada@example.org", message: "Bon" })
  expect(again.chat.send()).toEqual(["name"])
  again.chat.type("email", "ada")
  again.chat.type("message", "  ")
  expect(again.chat.send()).toEqual(["name", "email", "message"])
  await chat.open()
  chat.type("email", "")
  await write("Bonjou")
  expect(chat.view().form).toEqual({ name: "Ada", email: "", message: "" })
})

test("a typed name of a member without a name is stored for that member only", async () => {
  const guest = createPage()
  const { server, storage } = guest
  guest.chat.type("name", "Guest")
  const nameOn = async (userId: string | null, name: string | null = null) => {
    Object.assign(server, { userId, name })
    const { chat } = createPage(server, storage)
    await chat.open()
    return chat.view().form.name
  }
  expect(await nameOn("member-1")).toBe("")
  const member = createPage(server, storage)
  // The member types before the chat knows who they are.
  member.chat.type("name", "Wid")
  await member.chat.open()
  expect(member.chat.view().form.name).toBe("Wid")
  member.chat.type("name", "Widline")
  expect([await nameOn("member-1"), await nameOn("member-2"), await nameOn(null)]).toEqual(["Widline", "", ""])
  expect(await nameOn("member-1", "Widline Jean")).toBe("Widline Jean")
})

test("the closed chat sends unsent messages after a status request and without loading the list", async () => {
  const before = createPage()
  before.server.faults.chatStatus = [networkError()]
  await before.write("Bonjou")
  before.server.requests.length = 0
  before.timers.clear()
  expect(before.storage.get("chat")).not.toBeNull()
  const after = createPage(before.server, before.storage)
  await after.chat.flush()
  expect(after.server.requests).toEqual(["chatStatus", "send"])
  expect([after.server.messages.length, after.storage.get("chat")]).toEqual([1, null])
})

test("a signed-out member's unsent message loads the chat on every page but is sent only for its owner", async () => {
  const member = createPage()
  member.server.userId = "member-1"
  await member.chat.open()
  member.server.faults.send = [networkError()]
  await member.write("as a member")
  const { server, storage } = member
  server.userId = null
  // On the open page and on the next one.
  await member.chat.wake()
  await member.timers.advance(60_000)
  expect([member.shownEntries(), storage.get("chat")]).toEqual([[], "chat"])
  member.timers.clear()
  const guest = createPage(server, storage)
  await guest.chat.flush()
  await guest.chat.open()
  await guest.timers.advance(60_000)
  expect([guest.shownEntries(), server.messages, storage.get("chat")]).toEqual([[], [], "chat"])
  guest.timers.clear()
  server.userId = "member-1"
  const again = createPage(server, storage)
  await again.chat.flush()
  expect([server.messages.map(({ message }) => message), storage.get("chat")]).toEqual([["as a member"], null])
})

test("what a member writes before the chat knows the account is the member's, also in a later session", async () => {
  const first = createPage()
  const { server, storage } = first
  server.session = "session:1"
  server.userId = "member-1"
  server.faults.chatStatus = [networkError()]
  await first.write("before the answer")
  await first.chat.open()
  await flushPromises()
  expect(first.shownEntries()).toEqual([["sent", "before the answer"]])
  // The pages make their ids from the time.
  await first.timers.advance(1)
  server.faults.chatStatus = [networkError()]
  const second = createPage(server, storage)
  await second.write("and again")
  server.faults.send = [networkError()]
  await second.chat.open()
  expect(second.shownEntries().at(-1)).toEqual(["waiting", "and again"])
  second.timers.clear()
  server.session = "session:2"
  const later = createPage(server, storage)
  await later.chat.flush()
  expect(server.messages.map(({ message }) => message)).toEqual(["before the answer", "and again"])
})

test("a tab that knows another account leaves what the next member writes in the next session", async () => {
  const first = createPage()
  const { server, storage } = first
  Object.assign(server, { session: "session:1", userId: "member-1" })
  await first.chat.open()
  Object.assign(server, { session: "session:2", userId: "member-2" })
  const second = createPage(server, storage)
  server.faults.chatStatus = [networkError()]
  await second.write("by the second")
  server.faults.send = [networkError()]
  first.chat.sync(null, null)
  await flushPromises()
  first.timers.clear()
  const again = createPage(server, storage)
  await again.chat.open()
  await flushPromises()
  expect(again.shownEntries()).toEqual([["sent", "by the second"]])
})

test("what was written in a session that ended before the chat knew its account stays hidden", async () => {
  const { chat, server, shownEntries, write } = createPage()
  server.session = "session:1"
  server.faults.chatStatus = [networkError()]
  await write("by the first")
  Object.assign(server, { session: "session:2", userId: "member-2" })
  await chat.open()
  expect([shownEntries(), server.messages]).toEqual([[], []])
})

test("a guest's waiting message is held back after a sign-in without a notice, and the member's own is sent", async () => {
  const guest = createPage()
  await guest.chat.open()
  guest.server.faults.send = [networkError()]
  await guest.write("by the guest")
  guest.timers.clear()
  // The pages make their ids from the time.
  await guest.timers.advance(1)
  const { server, storage } = guest
  server.userId = "member-1"
  const member = createPage(server, storage)
  // The page learns who is signed in only while it sends.
  await member.chat.flush()
  expect([server.messages, member.chat.view().notice]).toEqual([[], null])
  await member.chat.open()
  await member.write("by the member")
  expect(server.messages.map(({ message }) => message)).toEqual(["by the member"])
  expect(member.shownEntries()).toEqual([
    ["sent", "by the member"],
    ["before", "by the guest"],
  ])
})

test("another member's waiting message is neither shown nor sent, and does not hold back one's own", async () => {
  const first = createPage()
  first.server.userId = "member-1"
  await first.chat.open()
  first.server.faults.send = [networkError()]
  await first.write("by the first")
  first.timers.clear()
  await first.timers.advance(1)
  const { server, storage } = first
  server.userId = "member-2"
  const second = createPage(server, storage)
  await second.chat.open()
  server.requests.length = 0
  await second.write("by the second")
  await second.timers.advance(60_000)
  expect(server.requests.filter((call) => call === "send")).toEqual(["send"])
  expect([server.messages.map(({ message }) => message), second.shownEntries()]).toEqual([
    ["by the second"],
    [["sent", "by the second"]],
  ])
})
