import { expect, test } from "vitest"
import { openPageAccount } from "./page-account.ts"

/** A device whose session can change, as another page signs somebody in or out. */
function newDevice(session: string | null, account: string | null = null) {
  const state = { session, account, accountOfSession: account, isOnline: true }
  const page = openPageAccount({
    session: () => state.session,
    account: () => state.account,
    async identify() {
      if (!state.isOnline) throw new Error("offline")
      return state.accountOfSession
    },
  })
  const signIn = (next: string | null, of: string | null) =>
    Object.assign(state, { session: next, account: null, accountOfSession: of })
  return { page, state, signIn }
}

test("the page of an account is over once another one signs in, and its events stay with the first one", async () => {
  const { page, signIn } = newDevice("session:1", "marie")
  expect([page.owner(), await page.isOver()]).toEqual(["marie", false])
  signIn("session:2", "jean")
  expect([page.owner(), await page.isOver(), page.owner()]).toEqual(["marie", true, "marie"])
})

test("the page of an account is over once it is signed out", async () => {
  const { page, signIn } = newDevice("session:1", "marie")
  signIn(null, null)
  expect([page.owner(), await page.isOver()]).toEqual(["marie", true])
})

test("the page goes on when the same account signs in again", async () => {
  const { page, signIn, state } = newDevice("session:1", "marie")
  signIn("session:2", "marie")
  expect([await page.isOver(), page.owner()]).toEqual([false, "marie"])
  state.isOnline = false
  expect(await page.isOver()).toBe(false)
})

test("a guest's page goes to the account that signs in, and to no second one", async () => {
  const { page, signIn } = newDevice(null)
  expect([page.owner(), await page.isOver()]).toEqual([null, false])
  signIn("session:1", "marie")
  expect([page.owner(), await page.isOver()]).toEqual(["session:1", false])
  signIn("session:2", "jean")
  expect([page.owner(), await page.isOver()]).toEqual(["session:1", true])
})

test("a session whose account becomes known later is the same one", async () => {
  const { page, state } = newDevice("session:1")
  expect(page.owner()).toBe("session:1")
  state.account = "marie"
  expect([page.owner(), await page.isOver()]).toEqual(["marie", false])
})

test("without a connection nobody knows whether the account is another one", async () => {
  const { page, signIn, state } = newDevice("session:1", "marie")
  signIn("session:2", "jean")
  state.isOnline = false
  await expect(page.isOver()).rejects.toThrow("offline")
  expect(page.owner()).toBe("marie")
})
