import { afterEach, expect, test, vi } from "vitest"
import { fieldTexts } from "#platform/forms.ts"
import { join } from "./api.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

function serverAnswers(status: number, body: unknown) {
  const calls = vi.fn(async (_address: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal("fetch", calls)
  return calls
}

const ADA = { name: " Ada ", email: "ada@example.org", program: "coding" }

test("what is sent is what the contract knows, in the reader's language", async () => {
  const calls = serverAnswers(201, {})
  expect(await join(form({ ...ADA, page: "/fr" }), "fr")).toEqual({ state: "sent", body: { ...ADA, name: "Ada" } })
  const [address, init] = calls.mock.calls[0] ?? []
  expect(address).toBe("/api/membership")
  expect(init?.headers).toMatchObject({ "accept-language": "fr" })
  expect(JSON.parse(String(init?.body))).toEqual({ ...ADA, name: "Ada" })
})

test("what the contract refuses is not sent", async () => {
  const calls = serverAnswers(201, {})
  const joining = await join(form({ name: " ", email: "ada@", program: "" }), "en")
  expect(joining).toEqual({
    state: "invalid",
    words: { name: "name.required", email: "email.invalid", program: "program.unknown" },
  })
  expect(calls).not.toHaveBeenCalled()
})

test("what the server says of a field stands under it", async () => {
  serverAnswers(400, { code: "request.invalid", message: "No.", fields: { email: "This mailbox is closed" } })
  const joining = await join(form(ADA), "en")
  expect(joining).toMatchObject({
    state: "refused",
    texts: { email: "This mailbox is closed" },
    status: 400,
    message: "No.",
  })
  expect(fieldTexts(joining, {})).toEqual({ email: "This mailbox is closed" })
})

test("a server that broke and a line that broke are refusals without a word about fields", async () => {
  serverAnswers(500, "oops")
  expect(await join(form(ADA), "en")).toMatchObject({ state: "refused", texts: {}, status: 500, message: null })
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  expect(await join(form(ADA), "en")).toMatchObject({ state: "refused", texts: {}, status: null, message: null })
})

test("a word of the contract is read in the page's language", () => {
  const joining = { state: "invalid", words: { name: "name.required" } } as const
  expect(fieldTexts(joining, { "field.name.required": "Nom obligatoire" })).toEqual({ name: "Nom obligatoire" })
  expect(fieldTexts(null, {})).toEqual({})
})
