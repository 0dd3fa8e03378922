import { afterEach, expect, test, vi } from "vitest"
import { takeFirstResponse } from "./first-requests.ts"

const COOKIE = "signed_in=1"
const response = Promise.resolve(Response.json({ id: "1" }))

function openDocument(cookie: string, firstRequests?: Window["firstRequests"]): void {
  vi.stubGlobal("document", { cookie })
  vi.stubGlobal("window", { firstRequests })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test("the response to a request of the document is handed out once", () => {
  openDocument(COOKIE, { cookie: COOKIE, responses: { "/api/courses": response } })
  expect(takeFirstResponse("/api/posts")).toBeUndefined()
  expect(takeFirstResponse("/api/courses")).toBe(response)
  expect(takeFirstResponse("/api/courses")).toBeUndefined()
})

test("another session gets none, and a page that sent none either", () => {
  openDocument("signed_in=2", { cookie: COOKIE, responses: { "/api/courses": response } })
  expect(takeFirstResponse("/api/courses")).toBeUndefined()
  openDocument(COOKIE)
  expect(takeFirstResponse("/api/courses")).toBeUndefined()
})
