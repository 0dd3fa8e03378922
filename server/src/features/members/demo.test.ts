import { readCourses } from "@haitech/content/courses"
import { afterAll, beforeAll, expect, test } from "vitest"
import { appointments } from "#features/appointments/table.ts"
import { publishAchievements } from "#features/learning/service/achievements.ts"
import { loadCourses } from "#features/learning/service/shipped.ts"
import { createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"
import { publishDemo } from "./service/demo.ts"

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date())
  await loadCourses(app.deps, await readCourses())
  await publishAchievements(app.deps)
})
afterAll(() => app.close())

test("the demo member has the figures of the specification, once, and signs in with the printed password", async () => {
  const members = await Promise.all([publishDemo(app.deps), publishDemo(app.deps)])
  const again = await publishDemo(app.deps)
  expect(members).toEqual([again, again])
  const browser = openBrowser(app)
  const login = await browser.send("POST", "/api/auth/login", { usernameOrEmail: "demo", password: again?.password })
  expect(login.statusCode).toBe(200)
  const courses = (await browser.send("GET", "/api/courses")).json()
  const progress = (await browser.send("GET", "/api/user/progress")).json()
  const percents = progress.map((row: { courseId: string; progressPercentage: string }) => [
    courses.find(({ id }: { id: string }) => id === row.courseId)?.title,
    row.progressPercentage,
  ])
  expect(Object.fromEntries(percents)).toEqual({
    "JavaScript Fundamentals": "67",
    "Intermediate French": "42",
    "Career Mentorship": "28",
  })
  const achievements = (await browser.send("GET", "/api/user/achievements")).json()
  const earned = achievements.filter((row: { unlockedAt: string | null }) => row.unlockedAt)
  expect(earned.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining(["first_steps", "code_explorer"]),
  )
  expect(earned.map(({ code }: { code: string }) => code)).not.toContain("polyglot")
  expect((await browser.send("GET", "/api/learning/summary")).json().next.courseSlug).toBe("javascript-fundamentals")
})

test("the demo appointments give the calendar its figures, and no email", async () => {
  await publishDemo(app.deps)
  const admin = await signInAsAdmin(app, "boss")
  expect((await admin.send("GET", "/api/admin/calendar")).json()).toMatchObject({
    pending: 8,
    approved: 24,
    thisWeek: 12,
    highPriority: 3,
  })
  expect(await app.deliver()).not.toContainEqual(
    expect.objectContaining({ key: expect.stringMatching(/^appointment/) }),
  )
})

test("what was deleted does not come back", async () => {
  const member = await publishDemo(app.deps)
  const browser = openBrowser(app)
  const { password } = member ?? {}
  await browser.send("POST", "/api/auth/login", { usernameOrEmail: "demo", password })
  expect((await browser.send("DELETE", "/api/user", { currentPassword: password })).statusCode).toBe(204)
  await app.database.db.delete(appointments)
  expect(await publishDemo(app.deps)).toBeUndefined()
  expect(await app.database.db.$count(appointments)).toBe(0)
})
