import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { hasDraft, keepDraft } from "#platform/offline/form-drafts.ts"
import { claimHelpDrafts, HELP_DRAFTS } from "./help-drafts.ts"

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  })
  keepDraft("help-1", { question: "Why?" })
  keepDraft("contact", { message: "Hello" })
})
afterEach(() => vi.unstubAllGlobals())

const left = () => [hasDraft(HELP_DRAFTS), hasDraft("contact")]

test("a guest's question goes to the account that signs in, and not to a second one", async () => {
  await claimHelpDrafts(null)
  await claimHelpDrafts("marie")
  await claimHelpDrafts("marie")
  expect(left()).toEqual([true, true])
  await claimHelpDrafts("jean")
  expect(left()).toEqual([false, true])
})

test("after an account has signed out, its question is not a guest's", async () => {
  await claimHelpDrafts("marie")
  await claimHelpDrafts(null)
  expect(left()).toEqual([false, true])
})
