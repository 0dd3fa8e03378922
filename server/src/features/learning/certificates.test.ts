import { LANGUAGES } from "@haitech/contract/languages"
import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { birthYears } from "#features/safeguarding/table.ts"
import { auditLog } from "#platform/audit/table.ts"
import { text } from "#platform/messages.ts"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { giveConsent, MINOR } from "#testing-groups.ts"
import { readPdf } from "#testing-pdf.ts"
import { askGuardian, consentToken, decide, revoke, YES } from "#testing-safeguarding.ts"
import { readPage } from "./service/certificates.ts"
import { certificates } from "./table/certificates.ts"
import { courseTexts } from "./table/texts.ts"
import { courses, lessons, userCourseProgress, userLessonProgress } from "./table.ts"

const FINISHED = new Date("2026-01-01T12:00:00Z")

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let names = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "boss")
})
beforeEach(async () => {
  const { db } = app.database
  await db.delete(certificates)
  await db.delete(userCourseProgress)
  await db.delete(courses)
})
afterAll(() => app.close())

async function insertCourse() {
  const { db } = app.database
  const [course] = await db.insert(courses).values({ title: "Python", category: "coding" }).returning()
  if (!course) throw new Error("no course")
  await db.insert(lessons).values([
    { courseId: course.id, title: "One", duration: 50 },
    { courseId: course.id, title: "Two", duration: 60 },
    { courseId: course.id, title: "Draft", duration: 600, isPublished: false },
  ])
  const base = { courseId: course.id, description: "", parts: ["A"], about: "", version: "1" }
  await db.insert(courseTexts).values([
    { ...base, language: "en", title: "Python for Beginners" },
    { ...base, language: "ht", title: "Python pou kòmanse" },
  ])
  return course.id
}

async function finishedBy(courseId: string, completedAt: Date | null = FINISHED) {
  const { db } = app.database
  const member = await register(app, `learner${names++}`)
  await db
    .insert(userCourseProgress)
    .values({ userId: member.id, courseId, completedAt, progressPercentage: completedAt ? 100 : 50 })
  const published = await db
    .select()
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), lessons.isPublished))
  for (const { id } of published) await completeLesson(member.id, { courseId, id }, completedAt)
  const ask = (fields: object = {}) =>
    member.send("POST", `/api/courses/${courseId}/certificate`, { name: "Widline Jean", language: "ht", ...fields })
  return { ...member, ask }
}

async function completeLesson(userId: string, { courseId, id }: { courseId: string; id: string }, at: Date | null) {
  const row = { userId, courseId, lessonId: id, isCompleted: at !== null, completedAt: at }
  await app.database.db.insert(userLessonProgress).values(row)
}

test("a finished course gives a certificate whose fields are frozen", async () => {
  const courseId = await insertCourse()
  const { ask, send } = await finishedBy(courseId)
  const response = await ask()
  expect(response.statusCode).toBe(201)
  const certificate = response.json()
  expect(certificate).toEqual({
    code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
    name: "Widline Jean",
    courseTitle: "Python pou kòmanse",
    courseTitleEn: "Python for Beginners",
    lessonCount: 2,
    hours: 2,
    language: "ht",
    completedAt: FINISHED.toISOString(),
    issuedAt: expect.any(String),
    revokedAt: null,
    revokedReason: null,
  })
  expect((await ask({ name: "Another Name", language: "en" })).json()).toEqual(certificate)
  await app.database.db.update(courses).set({ title: "Renamed", isPublished: false })
  await app.database.db.delete(courseTexts)
  expect((await send("GET", "/api/user/certificates")).json()).toEqual([{ ...certificate, courseId }])
})

test("the certificate of a minor has the whole name only if a guardian allows it", async () => {
  const courseId = await insertCourse()
  const learners = await Promise.all([1, 2, 3].map(() => finishedBy(courseId)))
  for (const { id: userId } of learners) await app.database.db.insert(birthYears).values({ userId, birthYear: MINOR })
  const [, refused, allowed] = learners
  await giveConsent(app, refused?.id ?? "", { allowsCertificates: false })
  await giveConsent(app, allowed?.id ?? "", { allowsCertificates: true })
  const replies = await Promise.all(learners.map(({ ask }) => ask()))
  const names = replies.map((reply) => reply.json().name)
  expect(names).toEqual(["Widline J.", "Widline J.", "Widline Jean"])
})

/** Every place that prints a certificate's name, with its storage at the end. */
async function namesOf({ send }: Pick<Awaited<ReturnType<typeof finishedBy>>, "send">, code: string) {
  const pdf = readPdf(new Uint8Array((await send("GET", `/api/certificates/${code}/pdf`)).rawPayload))
  return {
    page: (await readPage(app.deps, code))?.name,
    pdf: ["Widline Jean", "Widline J."].filter((name) => pdf.text.includes(name)),
    list: (await send("GET", "/api/user/certificates")).json()[0].name,
    admin: (await admin.send("GET", "/api/admin/certificates")).json()[0].name,
    stored: (await app.database.db.select().from(certificates))[0]?.name,
  }
}

const shownAs = (name: string) => ({ page: name, pdf: [name], list: name, admin: name, stored: "Widline Jean" })

test("a guardian's permission decides each day on the name that an issued certificate shows", async () => {
  const learner = await finishedBy(await insertCourse())
  await app.database.db.insert(birthYears).values({ userId: learner.id, birthYear: MINOR })
  await askGuardian(learner)
  const token = await consentToken(app)
  await decide(app, token, YES)
  const { code } = (await learner.ask()).json()
  expect(await namesOf(learner, code)).toEqual(shownAs("Widline Jean"))
  await revoke(app, token)
  expect(await namesOf(learner, code)).toEqual(shownAs("Widline J."))
  expect((await learner.ask()).json()).toMatchObject({ code, name: "Widline J." })
  await askGuardian(learner)
  await decide(app, await consentToken(app), YES)
  expect(await namesOf(learner, code)).toEqual(shownAs("Widline Jean"))
})

test("a birth year that is given later shortens the name on an issued certificate", async () => {
  const learner = await finishedBy(await insertCourse())
  const { code } = (await learner.ask()).json()
  expect(await namesOf(learner, code)).toEqual(shownAs("Widline Jean"))
  await learner.send("PUT", "/api/user/birth-year", { birthYear: MINOR })
  expect(await namesOf(learner, code)).toEqual(shownAs("Widline J."))
})

test("a lesson that was added after the course was finished is not on the certificate", async () => {
  const courseId = await insertCourse()
  const { ask, id: userId } = await finishedBy(courseId)
  const added = { courseId, title: "Three", duration: 600 }
  const rows = await app.database.db.insert(lessons).values([added, added]).returning()
  for (const row of rows.slice(1)) await completeLesson(userId, row, new Date("2026-02-01T12:00:00Z"))
  expect((await ask()).json()).toMatchObject({ lessonCount: 2, hours: 2, completedAt: FINISHED.toISOString() })
})

test("fifty requests at once store one certificate", async () => {
  const { ask } = await finishedBy(await insertCourse())
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask()))
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.json().code}`)).size).toBe(1)
  expect(replies[0]?.statusCode).toBe(201)
  expect(await app.database.db.$count(certificates)).toBe(1)
})

test.each([
  ["a course that is not finished", null, 409, "course.unfinished"],
  ["a course that nobody enrolled in", undefined, 409, "course.unfinished"],
])("%s gives no certificate", async (_what, completedAt, status, code) => {
  const courseId = await insertCourse()
  const member = completedAt === undefined ? await register(app, `idle${names++}`) : await finishedBy(courseId, null)
  const response = await member.send("POST", `/api/courses/${courseId}/certificate`, { name: "Ada", language: "en" })
  expect([response.statusCode, response.json().code]).toEqual([status, code])
  expect(await app.database.db.$count(certificates)).toBe(0)
})

test.each([
  [{ name: "" }, "name.required"],
  [{ name: "x".repeat(101) }, "name.too_long"],
  [{ name: 7 }, "name.required"],
  [{ language: "de" }, "invalid"],
  [{ other: 1 }, undefined],
])("the request %j is refused and stores nothing", async (fields, error) => {
  const { ask } = await finishedBy(await insertCourse())
  const response = await ask(fields)
  expect(response.statusCode).toBe(400)
  if (error) expect(Object.values(response.json().fields)).toHaveLength(1)
  expect(await app.database.db.$count(certificates)).toBe(0)
})

test("an unknown course gives 404", async () => {
  const { send } = await finishedBy(await insertCourse())
  const url = "/api/courses/00000000-0000-7000-8000-000000000000/certificate"
  const response = await send("POST", url, { name: "Ada", language: "en" })
  expect([response.statusCode, response.json().code]).toEqual([404, "course.unknown"])
})

test.each(LANGUAGES)("the PDF in %s prints every field, and repeats its words in English", async (language) => {
  const { ask } = await finishedBy(await insertCourse())
  const { code } = (await ask({ language, name: "Rosemène-Éloïse Łukasz" })).json()
  const response = await app.send({ method: "GET", url: `/api/certificates/${code}/pdf` })
  expect(response.headers["content-type"]).toBe("application/pdf")
  const pdf = readPdf(new Uint8Array(response.rawPayload))
  const day = { en: "January 1, 2026", fr: "1 janvier 2026", ht: "1 janvye 2026", es: "1 de enero de 2026" }[language]
  const words = ["certificate.lead", "certificate.statement", "certificate.hours"] as const
  for (const part of [
    "Rosemène-Éloïse Łukasz",
    "Python for Beginners",
    day,
    code.replace(/.{4}(?=.)/g, "$& "),
    `/certificate/${code}`,
    "HaiTech Inc.",
    ...words.flatMap((key) => [text(language, key), text("en", key)]),
  ])
    expect(pdf.text).toContain(part)
  expect(pdf.info).toMatchObject({ Title: text(language, "certificate.title"), Tagged: "yes" })
})

test("a revoked certificate says so on its page and in its PDF, and the learner may ask for another one", async () => {
  const { ask, send } = await finishedBy(await insertCourse())
  const { code } = (await ask()).json()
  const [row] = (await admin.send("GET", "/api/admin/certificates?q=widline")).json()
  const url = `/api/admin/certificates/${row.id}/revocation`
  const revoked = await admin.send("POST", url, { reason: "Issued to another person" })
  expect(revoked.json()).toMatchObject({ code, revokedReason: "Issued to another person" })
  expect(await readPage(app.deps, code)).toMatchObject({
    revokedReason: "Issued to another person",
    name: "Widline Jean",
  })
  const pdf = readPdf(new Uint8Array((await send("GET", `/api/certificates/${code}/pdf`)).rawPayload))
  expect(pdf.text).toContain(text("en", "certificate.revoked_on", { day: "January 1, 2026" }))
  expect((await send("GET", "/api/user/certificates")).json()).toEqual([])
  expect((await ask()).json().code).not.toBe(code)
  expect((await admin.send("POST", url, { reason: "Again" })).json().code).toBe("certificate.revoked")
  expect(await app.database.db.select().from(auditLog)).toContainEqual(
    expect.objectContaining({ action: "certificate.revoked", subjectId: row.id, before: null, after: null }),
  )
})

test("a page of a code that was never issued does not exist", async () => {
  expect(await readPage(app.deps, "000000000000")).toBeUndefined()
  const response = await app.send({ method: "GET", url: "/api/certificates/000000000000/pdf" })
  expect([response.statusCode, response.json().code]).toEqual([404, "certificate.unknown"])
  expect((await app.send({ method: "GET", url: "/api/certificates/x/pdf" })).statusCode).toBe(400)
})
