import { afterEach, expect, test, vi } from "vitest"
import { fieldTexts } from "#platform/forms/forms.ts"
import { join } from "./api.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

function stubResponse(status: number, body: unknown) {
  const calls = vi.fn(async (_address: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal("fetch", calls)
  return calls
}

const ADA = { name: " Ada ", email: "ada@example.org", program: "coding" }

test("join sends only the contract's fields, in the page's language", async () => {
  const calls = stubResponse(201, {})
  expect(await join(form({ ...ADA, page: "/fr" }), "fr")).toEqual({ state: "sent", body: { ...ADA, name: "Ada" } })
  const [address, init] = calls.mock.calls[0] ?? []
  expect(address).toBe("/api/membership")
  expect(init?.headers).toMatchObject({ "accept-language": "fr" })
  expect(JSON.parse(String(init?.body))).toEqual({ ...ADA, name: "Ada" })
})

test("join does not send an invalid form", async () => {
  const calls = stubResponse(201, {})
  const result = await join(form({ name: " ", email: "ada@", program: "" }), "en")
  expect(result).toEqual({
    state: "invalid",
    codes: { name: "name.required", email: "email.invalid", program: "program.unknown" },
  })
  expect(calls).not.toHaveBeenCalled()
})

test("join assigns the server's field errors to their fields", async () => {
  stubResponse(400, { code: "request.invalid", message: "No.", fields: { email: "This mailbox is closed" } })
  const result = await join(form(ADA), "en")
  expect(result).toMatchObject({
    state: "refused",
    texts: { email: "This mailbox is closed" },
    status: 400,
    message: "No.",
  })
  expect(fieldTexts(result, {})).toEqual({ email: "This mailbox is closed" })
})

test("a server error and a network error are refusals without field errors", async () => {
  stubResponse(500, "oops")
  expect(await join(form(ADA), "en")).toMatchObject({ state: "refused", texts: {}, status: 500, message: null })
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  expect(await join(form(ADA), "en")).toMatchObject({ state: "refused", texts: {}, status: null, message: null })
})

test("fieldTexts translates the contract's error codes", () => {
  const result = { state: "invalid", codes: { name: "name.required" } } as const
  expect(fieldTexts(result, { "field.name.required": "Nom obligatoire" })).toEqual({ name: "Nom obligatoire" })
  expect(fieldTexts({ state: "sent", body: {} }, {})).toEqual({})
})
