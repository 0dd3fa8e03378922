import { beforeEach, expect, test, vi } from "vitest"
import { calm } from "#platform/testing.ts"
import { lost, newPage } from "./testing-page.tsx"

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined))

test("a guest's waiting message asks the member first; another member's is neither shown nor sent", async () => {
  const guest = newPage()
  await guest.chat.open()
  guest.server.wrong.send = [lost(), lost()]
  await guest.write("as a guest")
  guest.chat.type("message", "half a thou")
  guest.timers.forget()
  guest.server.userId = "member-1"
  const member = newPage(guest.server, guest.storage)
  expect(member.chat.view().typed.message).toBe("half a thou")
  await member.chat.open()
  expect(member.chat.view().typed).toEqual({ name: "Widline Jean", email: "widline@example.org", message: "" })
  const [entry] = member.chat.view().entries
  expect(member.shown()).toEqual([["before", "as a guest"]])
  member.server.wrong.send = [lost()]
  if (entry?.state === "before") member.chat.retry(entry.unsent)
  await calm()
  expect(member.shown()).toEqual([["waiting", "as a guest"]])
  guest.timers.forget()
  guest.server.userId = "member-2"
  const other = newPage(guest.server, guest.storage)
  await other.chat.open()
  await guest.timers.pass(60_000)
  expect([other.shown(), guest.server.messages]).toEqual([[], []])
})

test("somebody else signs in in another tab: nothing of the one is shown to, or sent for, the other", async () => {
  const { chat, server, shown, write, lines } = newPage()
  server.add("for the guest")
  await chat.open()
  server.wrong.send = [lost()]
  await write("by the guest")
  server.userId = "member-1"
  server.threadId = "another"
  server.messages.length = 0
  await chat.wake()
  expect(shown()).toEqual([["before", "by the guest"]])
  expect([server.messages, lines.length]).toEqual([[], 2])
})

test("what one tab sent or wrote, the other knows", async () => {
  const one = newPage()
  await one.chat.open()
  one.server.wrong.send = [lost()]
  await one.write("Bonjou")
  const two = newPage(one.server, one.storage)
  const [name = ""] = one.chat.view().entries.map(({ key }) => `chat.unsent.${key}`)
  await two.chat.open()
  await calm()
  expect([one.server.messages.length, two.shown()]).toEqual([1, [["sent", "Bonjou"]]])
  one.server.wrong.messages = [lost()]
  one.chat.heard(name, "its text")
  await calm()
  expect([one.chat.view().isBehind, one.shown()]).toEqual([true, [["waiting", "Bonjou"]]])
  await one.chat.retryRound()
  expect(one.shown()).toEqual([["sent", "Bonjou"]])
  two.chat.type("message", "begun")
  one.chat.heard("chat.draft.guest", null)
  expect(one.chat.view().typed.message).toBe("begun")
})

test("what is typed outlives the page; sending clears the message and keeps name and address", async () => {
  const { chat, server, storage, write } = newPage()
  chat.type("email", "ada@example.org")
  chat.type("message", "Bon")
  const again = newPage(server, storage)
  expect(again.chat.view().typed).toEqual({ name: "", email: "ada@example.org", message: "Bon" })
  expect(again.chat.send()).toEqual(["name"])
  again.chat.type("email", "ada")
  again.chat.type("message", "  ")
  expect(again.chat.send()).toEqual(["name", "email", "message"])
  await chat.open()
  chat.type("email", "")
  await write("Bonjou")
  expect(chat.view().typed).toEqual({ name: "Ada", email: "", message: "" })
})

test("a name that the account has not got stays for the member who typed it, and for nobody else", async () => {
  const guest = newPage()
  const { server, storage } = guest
  guest.chat.type("name", "Guest")
  const nameOn = async (userId: string | null, name: string | null = null) => {
    Object.assign(server, { userId, name })
    const { chat } = newPage(server, storage)
    await chat.open()
    return chat.view().typed.name
  }
  expect(await nameOn("member-1")).toBe("")
  const member = newPage(server, storage)
  // Begun before it is known who writes.
  member.chat.type("name", "Wid")
  await member.chat.open()
  expect(member.chat.view().typed.name).toBe("Wid")
  member.chat.type("name", "Widline")
  expect([await nameOn("member-1"), await nameOn("member-2"), await nameOn(null)]).toEqual(["Widline", "", ""])
  expect(await nameOn("member-1", "Widline Jean")).toBe("Widline Jean")
})

test("closed, it still sends what is left, by asking who is here and not for the list", async () => {
  const before = newPage()
  before.server.wrong.chatStatus = [lost()]
  await before.write("Bonjou")
  before.server.asked.length = 0
  before.timers.forget()
  expect(before.storage.get("chat")).not.toBeNull()
  const after = newPage(before.server, before.storage)
  await after.chat.flush()
  expect(after.server.asked).toEqual(["chatStatus", "send"])
  expect([after.server.messages.length, after.storage.get("chat")]).toEqual([1, null])
})

test("what waits of a member who signed out keeps the chat coming with every page, and goes with its writer only", async () => {
  const member = newPage()
  member.server.userId = "member-1"
  await member.chat.open()
  member.server.wrong.send = [lost()]
  await member.write("as a member")
  const { server, storage } = member
  server.userId = null
  // On the page that stands, and on the next one.
  await member.chat.wake()
  await member.timers.pass(60_000)
  expect([member.shown(), storage.get("chat")]).toEqual([[], "unsent"])
  member.timers.forget()
  const guest = newPage(server, storage)
  await guest.chat.flush()
  await guest.chat.open()
  await guest.timers.pass(60_000)
  expect([guest.shown(), server.messages, storage.get("chat")]).toEqual([[], [], "unsent"])
  guest.timers.forget()
  server.userId = "member-1"
  const again = newPage(server, storage)
  await again.chat.flush()
  expect([server.messages.map(({ message }) => message), storage.get("chat")]).toEqual([["as a member"], null])
})
