import { v7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { chatMessages, chatThreads } from "#features/chat/table.ts"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { helpRequests } from "./table/help.ts"
import { courses, lessons } from "./table.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let member: Awaited<ReturnType<typeof register>>
let lessonId: string
let names = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "boss")
})
beforeEach(async () => {
  const { db } = app.database
  await db.delete(helpRequests)
  await db.delete(chatThreads)
  await db.delete(courses)
  member = await register(app, `learner${names++}`)
  const [course] = await db.insert(courses).values({ title: "Python", category: "coding" }).returning()
  const [lesson] = await db
    .insert(lessons)
    .values({ courseId: course?.id ?? "", title: "Variables" })
    .returning()
  lessonId = lesson?.id ?? ""
})
afterAll(() => app.close())

const question = (fields: object = {}) => ({
  id: v7(),
  language: "ht",
  question: "Poukisa total la pa chanje?",
  exerciseId: "last-price",
  tries: ["100"],
  ...fields,
})
const ask = (fields?: object, url = `/api/lessons/${lessonId}/help`) => member.send("POST", url, question(fields))

test("a question becomes a message of the member's conversation, and an administrator sees it with its tries", async () => {
  const response = await ask()
  expect(response.statusCode).toBe(201)
  const [message] = (await member.send("GET", "/api/chat")).json()
  expect(message).toMatchObject({
    senderType: "member",
    message: expect.stringContaining("Poukisa total la pa chanje?"),
  })
  expect(message.message).toContain("« Variables » (Python)")
  const [thread] = await app.database.db.select().from(chatThreads)
  expect((await admin.send("GET", "/api/admin/help-requests")).json()).toEqual([
    expect.objectContaining({
      id: response.json().id,
      memberName: expect.stringContaining("Pierre"),
      courseTitle: "Python",
      lessonTitle: "Variables",
      exerciseId: "last-price",
      language: "ht",
      question: "Poukisa total la pa chanje?",
      tries: ["100"],
      threadId: thread?.id,
      resolvedAt: null,
    }),
  ])
})

test("the same question sent twice at once is stored once", async () => {
  const same = question()
  const url = `/api/lessons/${lessonId}/help`
  const replies = await Promise.all(Array.from({ length: 10 }, () => member.send("POST", url, same)))
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1)
  expect(await app.database.db.$count(helpRequests)).toBe(1)
  expect(await app.database.db.$count(chatMessages)).toBe(1)
})

test("another member's id, or that of a chat message, is refused and stores nothing", async () => {
  const first = (await ask()).json()
  const other = await register(app, `learner${names++}`)
  const taken = await other.send("POST", `/api/lessons/${lessonId}/help`, question({ id: first.id }))
  expect([taken.statusCode, taken.json().fields]).toEqual([400, { id: expect.any(String) }])
  const id = v7()
  await member.send("POST", "/api/chat", { id, name: "Ada", message: "Hello" })
  expect((await ask({ id })).statusCode).toBe(400)
  expect(await app.database.db.$count(helpRequests)).toBe(1)
  expect(await app.database.db.$count(chatMessages)).toBe(2)
})

test.each([
  [{ question: "" }],
  [{ question: "x".repeat(1001) }],
  [{ id: "1" }],
  [{ language: "de" }],
  [{ exerciseId: "Not An Id" }],
  [{ tries: ["1", "2", "3", "4"] }],
  [{ tries: ["x".repeat(2001)] }],
  [{ tries: ["1\0"] }],
  [{ tries: ["1", "\ud800"] }],
  [{ other: 1 }],
])("%j is refused", async (fields) => {
  expect((await ask(fields)).statusCode).toBe(400)
  expect(await app.database.db.$count(chatMessages)).toBe(0)
})

test("a lesson that is not published has no questions", async () => {
  await app.database.db.update(lessons).set({ isPublished: false })
  expect((await ask()).json().code).toBe("lesson.unknown")
  expect((await ask({}, `/api/lessons/${v7()}/help`)).statusCode).toBe(404)
})

const auditOf = async (id: string) =>
  (await admin.send("GET", `/api/admin/audit?about=${id}`))
    .json<{ action: string; subject: string }[]>()
    .map(({ action, subject }) => [action, subject])

test("a question that several administrators settle at once is in the audit log once", async () => {
  const { id } = (await ask()).json()
  const url = `/api/admin/help-requests/${id}`
  const replies = await Promise.all(Array.from({ length: 5 }, () => admin.send("PATCH", url, { isResolved: true })))
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1)
  expect((await auditOf(id)).map(([action]) => action)).toEqual(["question.settled"])
})

test("an administrator settles a question and opens it again", async () => {
  const { id } = (await ask()).json()
  const url = `/api/admin/help-requests/${id}`
  const change = async (isResolved: boolean) => (await admin.send("PATCH", url, { isResolved })).json()
  expect((await change(true)).resolvedAt).not.toBeNull()
  expect((await admin.send("GET", "/api/admin/help-requests?isResolved=false")).json()).toEqual([])
  expect((await change(false)).resolvedAt).toBeNull()
  expect(await auditOf(id)).toEqual([
    ["question.reopened", expect.stringContaining("Pierre")],
    ["question.settled", expect.stringContaining("Pierre")],
  ])
  expect((await admin.send("PATCH", `/api/admin/help-requests/${v7()}`, { isResolved: true })).statusCode).toBe(404)
})
