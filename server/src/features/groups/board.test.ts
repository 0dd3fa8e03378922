import { v7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, type TestApp } from "#testing.ts"
import { ADULT, board, insertGroup, join, post, registerAged } from "#testing-groups.ts"
import { studyGroupBlocks, studyGroupPosts, studyGroupReports } from "./table.ts"

type Member = Awaited<ReturnType<typeof registerAged>>

let app: TestApp
let ada: Member
let eve: Member
let id: string
let names = 0
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true })
})
beforeEach(async () => {
  await app.database.db.delete(studyGroupReports)
  ada = await registerAged(app, `ada${names}`, ADULT)
  eve = await registerAged(app, `eve${names++}`, ADULT)
  id = await insertGroup(app)
  await join(ada, id)
  await join(eve, id)
})
afterAll(() => app.close())

const messagesOf = async (member: Member, query = "") =>
  (await board(member, id, query)).map(({ message }: { message: string }) => message)
const onPost = (member: Member, postId: string, what: string, body?: object, groupId = id) =>
  member.send("POST", `/api/study-groups/${groupId}/posts/${postId}/${what}`, body)
const deletePost = (member: Member, postId: string) => member.send("DELETE", `/api/study-groups/${id}/posts/${postId}`)

test("a post has the author's first name and no id of a person", async () => {
  const clientId = v7()
  const sent = (await post(ada, id, " Bonjou \r\n tout moun ", clientId)).json()
  const shown = { name: ada.username, isOwn: true, isMentor: false, isRemoved: false, sequence: 1 }
  expect(sent).toEqual({
    ...shown,
    id: expect.any(String),
    clientId,
    message: "Bonjou \n tout moun",
    createdAt: app.deps.now().toISOString(),
  })
  expect(await board(eve, id)).toEqual([{ ...sent, isOwn: false, clientId: null }])
})

test("the same post sent many times at once is stored once", async () => {
  const clientId = v7()
  const replies = await Promise.all(Array.from({ length: 10 }, () => post(ada, id, "Hello", clientId)))
  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(await messagesOf(eve)).toEqual(["Hello"])
  expect((await post(ada, id, "Other", clientId)).json().fields).toEqual({ id: expect.any(String) })
  expect((await post(eve, id, "Hello", clientId)).statusCode).toBe(201)
})

test("the board is read in pages of 50, from both ends", async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ sequence: index + 1, message: `${index + 1}` }))
  const values = rows.map((row) => ({ ...row, groupId: id, authorId: eve.id, clientId: v7() }))
  await app.database.db.insert(studyGroupPosts).values(values)
  const last = await messagesOf(ada)
  expect([last.length, last[0], last.at(-1)]).toEqual([50, "11", "60"])
  expect(await messagesOf(ada, "?before=11")).toEqual(rows.slice(0, 10).map(({ message }) => message))
  expect((await messagesOf(ada, "?after=0")).length).toBe(50)
  expect(await messagesOf(ada, "?after=58")).toEqual(["59", "60"])
  expect((await ada.send("GET", `/api/study-groups/${id}/posts?after=x`)).statusCode).toBe(400)
  expect((await ada.send("GET", `/api/study-groups/${id}/posts?limit=500`)).statusCode).toBe(400)
})

test("who is not a member can neither read nor write, report or hide", async () => {
  const { id: postId } = (await post(ada, id, "Hello")).json()
  await eve.send("DELETE", `/api/study-groups/${id}/membership`)
  const replies = await Promise.all([
    eve.send("GET", `/api/study-groups/${id}/posts`),
    post(eve, id, "Hi"),
    onPost(eve, postId, "reports", { reason: "Rude" }),
    onPost(eve, postId, "hiding"),
  ])
  expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
    Array(4).fill([403, "group.not_member"]),
  )
  expect((await openBrowser(app).send("GET", `/api/study-groups/${id}/posts`)).statusCode).toBe(401)
})

test.each([
  [{ message: "" }],
  [{ message: "x".repeat(2001) }],
  [{ message: "a\0" }],
  [{ message: 1 }],
  [{ message: "x", id: "1" }],
  [{ message: "x", sequence: 1 }],
])("a post with %j is refused", async (fields) => {
  const reply = await ada.send("POST", `/api/study-groups/${id}/posts`, { id: v7(), ...fields })
  expect(reply.statusCode).toBe(400)
  const foreign = { origin: "https://evil.example" }
  const url = `/api/study-groups/${id}/posts`
  expect((await ada.send("POST", url, { id: v7(), message: "x" }, foreign)).statusCode).toBe(403)
})

test("the contact details in a post are shown to its author alone, and wait for the administrators as a report", async () => {
  const sent = await post(ada, id, "Good question! My number is +509 3412 5678")
  const whole = "Good question! My number is +509 3412 5678"
  expect([sent.json().message, await messagesOf(ada)]).toEqual([whole, [whole]])
  expect(await messagesOf(eve)).toEqual(["Good question! […]"])
  expect(await app.database.db.select().from(studyGroupReports)).toMatchObject([
    { source: "detector", reason: null, quote: whole, authorId: ada.id, reporterId: null },
  ])
})

test("a first name that tells how to reach the member is shown to nobody", async () => {
  await post(ada, id, "Hello")
  const nameOf = async () => (await board(eve, id))[0].name
  expect(await nameOf()).toMatch(/^ada/)
  for (const firstName of ["ada@example.org", "+509 3412 5678", "wa.me/50934125678"]) {
    await app.database.sql`update users set first_name = ${firstName} where id = ${ada.id}`
    expect(await nameOf()).toBe("")
  }
})

test("a report stores the words of the post once for each reporter, and keeps them when the author deletes it", async () => {
  const { id: postId } = (await post(ada, id, "Rude words")).json()
  const reports = () => app.database.db.select().from(studyGroupReports)
  const replies = await Promise.all([1, 2, 3].map(() => onPost(eve, postId, "reports", { reason: "Rude" })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect(await reports()).toMatchObject([{ postId, reason: "Rude", quote: "Rude words", reporterId: eve.id }])
  expect((await deletePost(ada, postId)).statusCode).toBe(204)
  expect(await reports()).toMatchObject([{ postId: null, quote: "Rude words", authorId: ada.id }])
  expect((await onPost(eve, postId, "reports", { reason: "Rude" })).statusCode).toBe(404)
})

test("a member reports and hides posts of others in their group only", async () => {
  const { id: own } = (await post(eve, id, "Mine")).json()
  const { id: postId } = (await post(ada, id, "Hello")).json()
  const elsewhere = await insertGroup(app)
  await join(eve, elsewhere)
  for (const what of ["reports", "hiding"]) {
    const body = what === "reports" ? { reason: "Rude" } : undefined
    expect((await onPost(eve, own, what, body)).statusCode).toBe(404)
    expect((await onPost(eve, postId, what, body, elsewhere)).statusCode).toBe(404)
    expect((await onPost(eve, v7(), what, body)).statusCode).toBe(404)
  }
  expect((await onPost(eve, postId, "reports", { reason: "" })).statusCode).toBe(400)
  expect((await onPost(eve, postId, "reports", { reason: "x".repeat(501) })).statusCode).toBe(400)
})

test("the posts of a hidden member are left out until the reader shows them again", async () => {
  const { id: postId } = (await post(ada, id, "Hello")).json()
  await post(eve, id, "Hi")
  for (const _ of [1, 2]) expect((await onPost(eve, postId, "hiding")).statusCode).toBe(204)
  expect([await messagesOf(eve), await messagesOf(ada)]).toEqual([["Hi"], ["Hello", "Hi"]])
  const hidden = (await eve.send("GET", "/api/hidden-members")).json()
  expect(hidden).toEqual([{ id: expect.any(String), name: ada.username }])
  const url = `/api/hidden-members/${hidden[0].id}`
  expect((await ada.send("DELETE", url)).statusCode).toBe(404)
  expect((await eve.send("DELETE", url)).statusCode).toBe(204)
  expect([await messagesOf(eve), await app.database.db.$count(studyGroupBlocks)]).toEqual([["Hello", "Hi"], 0])
})

test("members delete their own posts only", async () => {
  const { id: postId } = (await post(ada, id, "Hello")).json()
  expect((await deletePost(eve, postId)).statusCode).toBe(404)
  expect((await deletePost(ada, postId)).statusCode).toBe(204)
  expect((await deletePost(ada, postId)).statusCode).toBe(404)
  expect(await messagesOf(eve)).toEqual([])
})

test("a member sends at most 30 posts in five minutes", async () => {
  const statuses = []
  for (let index = 0; index < 31; index++) statuses.push((await post(ada, id, `${index}`)).statusCode)
  expect([statuses.slice(0, 30).every((status) => status === 201), statuses[30]]).toEqual([true, 429])
})
