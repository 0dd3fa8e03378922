import type { ChatMessage } from "@haitech/contract/chat"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from "vitest"
import { fetchPage } from "./fetch-page.ts"
import { request } from "./request.ts"

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal("fetch", fetched)
  vi.stubGlobal("location", { href: "https://haitech.example/admin" })
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test("request fills in the path and sends JSON in the page's language", async () => {
  fetched.mockResolvedValue(Response.json({ id: "a/b" }))
  const reply = await request(routes.changeContactState, { params: { id: "a/b" }, body: { state: "done" } }, "ht")
  expect(reply).toEqual({ id: "a/b" })
  expect(fetched).toHaveBeenCalledExactlyOnceWith("/api/admin/contacts/a%2Fb", {
    method: "PATCH",
    credentials: "include",
    signal: expect.any(AbortSignal),
    headers: { "accept-language": "ht", "content-type": "application/json" },
    body: '{"state":"done"}',
  })
})

test("a request that is already sent is not sent again", async () => {
  const sent = Promise.resolve(Response.json([{ id: "1" }]))
  expect(await request(routes.listCourses, {}, "ht", { sent })).toEqual([{ id: "1" }])
  const refused = Promise.resolve(new Response("", { status: 401, statusText: "Unauthorized" }))
  await expect(request(routes.listCourses, {}, "ht", { sent: refused })).rejects.toThrow("401: Unauthorized")
  expect(fetched).not.toHaveBeenCalled()
})

test("request leaves undefined fields out of the query", async () => {
  fetched.mockResolvedValue(Response.json([]))
  await request(routes.listChatMessages, { query: { after: "3", before: undefined } }, "en")
  expect(fetched.mock.lastCall?.[0]).toBe("/api/chat?after=3")
})

test("request sends an upload as form data", async () => {
  fetched.mockResolvedValue(Response.json({ imageUrl: "/api/pictures/1" }))
  const image = new File(["x"], "x.png")
  await request(routes.uploadSitePicture, { body: { image } }, "en")
  const { headers, body, signal } = fetched.mock.lastCall?.[1] ?? {}
  expect(headers).toEqual({ "accept-language": "en" })
  expect(signal).toBeNull()
  expect(body instanceof FormData && [...body.keys()]).toEqual(["image"])
})

test("fetchPage reads the next cursor and the total from the headers", async () => {
  const headers = { link: '</api/admin/team?cursor=abc>; rel="next"', "x-total-count": "7" }
  fetched.mockResolvedValue(Response.json([{ id: "1" }], { headers }))
  expect(await fetchPage(routes.listTeamRecords, { limit: "1" }, "en")).toEqual({
    rows: [{ id: "1" }],
    next: "abc",
    total: 7,
  })
})

test("the compiler knows the reply of a route", () => {
  const send = (language: Language) =>
    request(routes.sendChat, { body: { id: "1", name: "Ana", message: "Bonjou" } }, language)
  expectTypeOf(send).returns.resolves.toEqualTypeOf<ChatMessage>()
})

test("the compiler refuses a route, a path parameter, a body or a query that the contract does not have", () => {
  expectTypeOf(() => [
    // @ts-expect-error -- no route has this name
    request(routes.sendChats, { body: {} }, "en"),
    // @ts-expect-error -- the path has an id
    request(routes.readContact, {}, "en"),
    // @ts-expect-error -- the body has a state, which is not one of the contract's
    request(routes.changeContactState, { params: { id: "1" }, body: { state: "new york" } }, "en"),
    // @ts-expect-error -- the body has no other field
    request(routes.changeContactState, { params: { id: "1" }, body: { state: "done", status: "done" } }, "en"),
    // @ts-expect-error -- the list has no such filter
    fetchPage(routes.listUsers, { colour: "blue" }, "en"),
    // @ts-expect-error -- the route replies with one record
    fetchPage(routes.readUserRecord, {}, "en"),
    // @ts-expect-error -- a descriptor has no schemas
    routes.sendChat.body,
  ]).toBeFunction()
})
