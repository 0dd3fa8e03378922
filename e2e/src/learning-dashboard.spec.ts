import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { insertLesson, LESSON_PATH } from "./lessons.ts"
import { register } from "./members.ts"
import { expectToast, toast } from "./toast.ts"

const TABS = ["My Learning", "All Courses", "Schedule", "Achievements", "Community", "Profile"]
const PATHS = ["", "/courses", "/schedule", "/achievements", "/community", "/profile"]

test("spec §2, D7: a new member sees six tabs, averages of 0, and samples with their figures and toasts", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  const tabs = page.getByRole("navigation", { name: "Your dashboard" })
  await expect(tabs.getByRole("link")).toHaveText(TABS)
  const averages = page.getByRole("region", { name: "Your progress" })
  await expect(averages).toHaveText("Coding0%Languages0%Cares0%")
  const samples = page.getByRole("region", { name: "My courses" }).getByRole("listitem")
  await expect(samples).toHaveText([
    "JavaScript FundamentalsExampleYour progress67%Continue",
    "Intermediate FrenchExampleYour progress42%Continue",
    "Career MentorshipExampleYour progress28%Schedule",
  ])
  await samples.first().getByRole("button", { name: "Continue" }).click()
  await expectToast(page, "Coming Soon: Your Own Course", "This is an example.")
  await tabs.getByRole("link", { name: "Achievements" }).click()
  const medals = page.getByRole("region", { name: "How it looks after the first lessons" }).getByRole("listitem")
  await expect(medals).toContainText(["First Steps", "Code Explorer", "Polyglot"])
  await expect(medals.filter({ hasText: "Example" })).toHaveCount(3)
  await expect(medals.filter({ hasText: "Earned" })).toHaveCount(2)
  await expect(medals.last()).toContainText("Locked")
  await tabs.getByRole("link", { name: "Community" }).click()
  const groups = page.getByRole("list", { name: "Study groups" }).getByRole("listitem")
  await expect(groups).toContainText(["JavaScript Study Group", "French Conversation Circle", "Career Builders"])
  await expect(groups).toContainText([/\d+ members?/, /\d+ members?/, /\d+ members?/])
  await tabs.getByRole("link", { name: "Profile" }).click()
  await expect(page.getByRole("region", { name: "Account overview" })).toContainText("Lessons finished0")
})

test("spec §2: the progress cards and My Learning have skeletons while they load, and can be loaded again", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const release = Promise.withResolvers<void>()
  let isFailing = true
  await page.route("**/api/user/progress", async (route) => {
    await release.promise
    if (isFailing) await route.fulfill({ status: 500, json: {} })
    else await route.continue()
  })
  await page.goto("/member-dashboard")
  const averages = page.getByRole("region", { name: "Your progress" })
  await expect(averages.locator(".skeleton")).toHaveCount(3)
  // What appears after the failure would load the progress again by itself.
  await expect(page.getByRole("region", { name: "My courses" }).locator(".skeleton")).not.toHaveCount(0)
  release.resolve()
  await expect(page.getByRole("alert")).toHaveCount(1)
  isFailing = false
  await page.getByRole("button", { name: "Try Again" }).press("Enter")
  await expect(averages).toHaveText("Coding0%Languages0%Cares0%")
  await expect(page.getByRole("main")).toBeFocused()
})

test("a member who has begun goes on with the lesson where they stopped, and sees real figures only", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const { course, lessons } = await readFirstCourse(page)
  const [first, second] = lessons
  await sendEvents(page, baseURL, [
    { kind: "lesson.completed", lessonId: first?.id, language: "en", seconds: 3900 },
    { kind: "lesson.read", lessonId: second?.id, position: "b-2" },
  ])
  await page.goto("/member-dashboard")
  const step = page.locator("#main .next-step")
  await expect(step.getByRole("heading", { name: second?.title ?? "", exact: true })).toBeVisible()
  await expect(step).toContainText(`Your next step · ${course.title}`)
  await expect(step).toContainText(/Lesson 2 of \d+ · \d+ min · \d+ KB · It opens where you stopped\./)
  await expect(step).toContainText(`1 of ${lessons.length} lessons done`)
  const percent = Math.round(100 / lessons.length)
  const own = page.getByRole("region", { name: "My courses" })
  await expect(own.getByRole("listitem")).toContainText([course.title])
  await expect(own).toContainText(`${percent}%`)
  await expect(own).not.toContainText("Example")
  await expect(page.getByRole("region", { name: "This week" })).toContainText("1 day. Rest days never break anything.")
  await page.getByRole("link", { name: "Achievements" }).click()
  await expect(page.getByRole("region", { name: "Earned" })).toContainText("First Steps")
  await expect(page.getByText("Example")).toHaveCount(0)
  await page.getByRole("link", { name: "All Courses" }).click()
  const card = page.locator("main").getByRole("listitem").filter({ hasText: course.title })
  await expect(card).toContainText(`Your progress${percent}%`)
  await page.getByRole("link", { name: "Profile", exact: true }).click()
  const overview = page.getByRole("region", { name: "Account overview" })
  await expect(overview).toContainText("Lessons finished1Courses finished0Time in lessons1 h 5 minSessions held0")
  await page.getByRole("link", { name: "Continue" }).click()
  await page.waitForURL(`**/learn/${course.slug}/${second?.slug ?? ""}`)
})

test("the short review asks what is due, and each try becomes an event", async ({ page, user, baseURL, sql }) => {
  await register(page, user, baseURL)
  const { course, lessons } = await readFirstCourse(page)
  const item = {
    lessonId: lessons[0]?.id,
    lessonTitle: lessons[0]?.title,
    courseSlug: course.slug,
    lessonSlug: lessons[0]?.slug,
    language: "en",
    dueAt: new Date().toISOString(),
  }
  const capital = {
    id: "capital",
    type: "answer",
    question: "The capital of Haiti?",
    accept: ["Port-au-Prince"],
    hints: [],
  }
  const coin = { id: "coin", type: "answer", question: "The money of Haiti?", accept: ["gourde"], hints: [] }
  const reviews = [capital, coin].map((exercise) => ({ ...item, exercise }))
  // What has been answered is due later, so the list is empty when it is read again.
  await page.route("**/api/learning/reviews", (route) => route.fulfill({ json: [] }))
  await page.route("**/api/learning/reviews", (route) => route.fulfill({ json: reviews }), { times: 1 })
  await page.goto("/member-dashboard/review")
  await expect(page.getByRole("heading", { name: "Question 1 of 2" })).toBeVisible()
  await page.getByRole("textbox").fill("PORT-AU-PRINCE.")
  await page.getByRole("button", { name: "Check" }).click()
  await page.getByRole("button", { name: "Next question" }).click()
  await expect(page.getByText("The money of Haiti?")).toBeVisible()
  await page.getByRole("textbox").fill("euro")
  await page.getByRole("button", { name: "Check" }).click()
  await expect(page.getByText("Not yet.")).toBeVisible()
  await page.getByRole("button", { name: "Finish" }).click()
  await expect(page.getByText("Right at the first try: 1 of 2.")).toBeVisible()
  const stored = () => sql`select exercise_id, is_correct, is_review from learning_events
    where user_id = (select id from users where email = ${user.email}) order by exercise_id`
  await expect
    .poll(async () => [...(await stored())])
    .toEqual([
      { exercise_id: "capital", is_correct: true, is_review: true },
      { exercise_id: "coin", is_correct: false, is_review: true },
    ])
  await page.getByRole("link", { name: "Back to my learning" }).click()
  await expect(page.getByRole("region", { name: "This week" })).toContainText("1 day.")
})

test("what a guest has learned before the sign-up is sent from the dashboard, and the rule is shown", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await insertLesson(sql)
  await page.goto(LESSON_PATH)
  const exercise = page.getByRole("region", { name: "Exercise 1 of 6" })
  await exercise.getByLabel("80").check()
  await exercise.getByRole("button", { name: "Check" }).click()
  await expect(exercise.getByText("Yes, that is right.")).toBeVisible()
  await expect.poll(() => countDeviceEvents(page)).toBeGreaterThan(0)
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  await expect(toast(page)).toContainText("Your progress is in your account")
  await expect(page.getByRole("region", { name: "My courses" }).getByRole("listitem")).toContainText([
    "Every kind of exercise",
  ])
})

test("the tabs have no axe violation and no horizontal overflow, also with progress and in French", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  for (const isBegun of [false, true]) {
    if (isBegun) {
      const { lessons } = await readFirstCourse(page)
      await sendEvents(page, baseURL, [
        { kind: "lesson.completed", lessonId: lessons[0]?.id, language: "en", seconds: 60 },
      ])
    }
    for (const path of PATHS) {
      await page.goto(`${isBegun ? "/fr" : ""}/member-dashboard${path}`, { waitUntil: "networkidle" })
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path} ${width}`).toBe(0)
      }
      expect([path, await axe(page)]).toEqual([path, []])
    }
  }
})

interface Lesson {
  readonly id: string
  readonly slug: string
  readonly title: string
}

async function readFirstCourse(page: Page) {
  const [course]: { id: string; slug: string; title: string }[] = await (await page.request.get("/api/courses")).json()
  if (!course) throw new Error("no course is published")
  const { lessons }: { lessons: Lesson[] } = await (await page.request.get(`/api/courses/${course.id}`)).json()
  return { course, lessons }
}

async function sendEvents(page: Page, baseURL: string | undefined, events: readonly object[]): Promise<void> {
  const at = new Date().toISOString()
  const response = await page.request.post("/api/learning/events", {
    data: { events: events.map((event) => ({ id: crypto.randomUUID(), at, ...event })) },
    headers: { origin: baseURL ?? "" },
  })
  expect((await response.json()).stored).toHaveLength(events.length)
}

async function countDeviceEvents(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === "learning")) return 0
    const opening = indexedDB.open("learning")
    await new Promise((resolve) => opening.addEventListener("success", resolve))
    const counting = opening.result.transaction("events").objectStore("events").count()
    await new Promise((resolve) => counting.addEventListener("success", resolve))
    opening.result.close()
    return counting.result
  })
}
