import { expect, type Locator, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { insertLesson, LESSON_PATH } from "./lessons.ts"
import { holdUser, register } from "./members.ts"

test.beforeAll(async ({ sql }) => {
  await insertLesson(sql)
})

test("a lesson with each kind of exercise is finished by keyboard alone, and the course shows it", async ({ page }) => {
  await page.goto(LESSON_PATH)
  await answerAll(page)
  await expect(page.getByText("Lesson done")).toBeVisible()
  await page.goto("/learn/every-kind")
  await expect(page.getByRole("listitem").filter({ hasText: "1. Every kind" })).toContainText("Done")
  await expect(page.getByRole("link", { name: "Continue with lesson 2" })).toBeVisible()
})

test("a wrong answer says why, costs nothing, and the second try counts", async ({ page }) => {
  await page.goto(LESSON_PATH)
  const exercise = page.getByRole("region", { name: "Exercise 1 of 6" })
  await exercise.getByRole("button", { name: "Check" }).click()
  await expect(exercise.getByText("Give your answer first.")).toBeVisible()
  await exercise.getByLabel("100").check()
  await exercise.getByRole("button", { name: "Check" }).click()
  await expect(exercise.getByText("Line 2 changes it.")).toBeVisible()
  await expect(exercise.getByText("Try 2")).toBeVisible()
  await exercise.getByLabel("80").check()
  await exercise.getByRole("button", { name: "Check" }).click()
  await expect(exercise.getByText("Yes, that is right.")).toBeVisible()
  await expect(exercise.getByText("40 times 2.")).toBeVisible()
})

test("hints open one at a time, and the answer follows the last one after two tries", async ({ page }) => {
  await page.goto(LESSON_PATH)
  const exercise = page.getByRole("region", { name: "Exercise 6 of 6" })
  await exercise.getByRole("button", { name: "Show a hint" }).click()
  await expect(exercise.getByText("It begins with b.")).toBeVisible()
  await expect(exercise.getByRole("button", { name: "Show the answer" })).toHaveCount(0)
  for (const answer of ["merci", "salut"]) {
    await exercise.getByLabel("Your answer").fill(answer)
    await exercise.getByRole("button", { name: "Check" }).click()
    await expect(exercise.getByText("Not yet.")).toBeVisible()
  }
  await exercise.getByRole("button", { name: "Show the answer" }).click()
  await expect(exercise.locator(".exercise-hint").last()).toHaveText(/bonjour/)
})

test("a guest's progress is sent after the registration, once, and the reader is told the rule", async ({
  page,
  user,
  sql,
  baseURL,
}) => {
  await page.goto(LESSON_PATH)
  await answerAll(page)
  await expect(page.getByText("Lesson done")).toBeVisible()
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  await expect(page.getByText("Your progress is in your account", { exact: true })).toBeVisible()
  await expect(page.getByText("You earned: First Steps", { exact: true })).toBeVisible()
  const completed = () => sql`
    select is_completed from user_lesson_progress p join users u on u.id = p.user_id where u.email = ${user.email}`
  await expect.poll(completed).toEqual([{ is_completed: true }])
  const events = () => sql`
    select e.kind, count(*)::int from learning_events e join users u on u.id = e.user_id
    where u.email = ${user.email} and e.kind <> 'lesson.read' group by e.kind order by e.kind`
  const once = [
    { kind: "exercise.answered", count: 6 },
    { kind: "lesson.completed", count: 1 },
  ]
  await expect.poll(events).toEqual(once)
  await page.reload()
  await expect(page.getByText("Lesson done")).toBeVisible()
  expect(await events()).toEqual(once)
})

test("a lesson that is open shows and sends nothing of its account once another one signs in on the device", async ({
  page,
  user,
  sql,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  const exercise = page.getByRole("region", { name: "Exercise 1 of 6" })
  await exercise.getByLabel("80").check()
  await exercise.getByRole("button", { name: "Check" }).click()
  await expect(exercise.getByText("Yes, that is right.")).toBeVisible()
  await expect(page.getByText(/\d waiting/)).toHaveCount(0)
  const other = await page.context().newPage()
  await other.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } })
  const second = { ...user, email: `second-${user.email}` }
  await register(other, second, baseURL)
  await other.close()
  await page.evaluate(() => dispatchEvent(new Event("focus")))
  await expect(exercise.getByText("Yes, that is right.")).toHaveCount(0)
  await expect(exercise.getByLabel("80")).not.toBeChecked()
  await expect(page.getByText("1 of 6 exercises")).toHaveCount(0)
  const answers = await sql`
    select from learning_events e join users u on u.id = e.user_id
    where u.email = ${second.email} and e.kind <> 'lesson.read'`
  expect(answers).toEqual([])
})

test("without a database the page does not say that answers are saved on the device", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new Error("blocked")
    }
  })
  await page.goto(LESSON_PATH)
  const exercise = page.getByRole("region", { name: "Exercise 1 of 6" })
  await exercise.getByLabel("80").check()
  await exercise.getByRole("button", { name: "Check" }).click()
  await expect(page.getByText("This browser cannot store your answers here.")).toBeVisible()
  await expect(page.getByText("Saved on this device")).toHaveCount(0)
  expect(await axe(page)).toEqual([])
})

test("the last two answers, given at once, complete the lesson once", async ({ page, user, sql, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  await answerFour(page)
  await typeLastTwo(page)
  await page.evaluate(() => {
    for (const form of [...document.querySelectorAll<HTMLFormElement>(".exercise form")].slice(-2)) form.requestSubmit()
  })
  await expect(page.getByText("Lesson done")).toBeVisible()
  const kinds = async () => {
    const rows = await sql<{ kind: string }[]>`
      select e.kind from learning_events e join users u on u.id = e.user_id
      where u.email = ${user.email} and e.kind <> 'lesson.read' order by e.kind`
    return rows.map(({ kind }) => kind)
  }
  await expect.poll(async () => (await kinds()).length).toBeGreaterThan(6)
  await expect(page.getByText(/\d waiting/)).toHaveCount(0)
  expect(await kinds()).toEqual([...Array(6).fill("exercise.answered"), "lesson.completed"])
})

test("a lesson that was begun on another device is done when the server has told of its answers", async ({
  page,
  user,
  sql,
  baseURL,
  browser,
}) => {
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  await answerFour(page)
  const solved = () => sql`
    select r.exercise_id from exercise_results r join users u on u.id = r.user_id where u.email = ${user.email}`
  await expect.poll(async () => (await solved()).length).toBe(4)
  const device = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await device.newPage()
  const release = Promise.withResolvers<void>()
  await other.route("**/api/lessons/*/progress", async (route) => {
    await release.promise
    await route.continue()
  })
  await other.goto(`${baseURL}${LESSON_PATH}`)
  await answerLastTwo(other)
  await expect.poll(async () => (await solved()).length).toBe(6)
  await expect(other.getByText("Lesson done")).toHaveCount(0)
  release.resolve()
  await expect(other.getByText("Lesson done")).toBeVisible()
  await device.close()
})

test("of two people on one phone neither sees or sends what the other did", async ({ page, user, sql, baseURL }) => {
  const second = { ...user, email: `second-${user.email}` }
  const events = async (email: string) => {
    const rows = await sql<{ kind: string }[]>`
      select e.kind from learning_events e join users u on u.id = e.user_id where u.email = ${email} order by e.kind`
    return rows.map(({ kind }) => kind)
  }
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  await answerFirst(page)
  await expect.poll(() => events(user.email)).toEqual(["exercise.answered", "lesson.read"])
  await page.request.post(`${baseURL}/api/auth/logout`, { headers: { origin: baseURL ?? "" } })
  await register(page, second, baseURL)
  const release = await holdUser(page)
  await page.goto(LESSON_PATH)
  await expect(page.locator("article [data-island]:not([data-hydrated])")).toHaveCount(0)
  await expect(page.getByText("Answered right before")).toHaveCount(0)
  release()
  await expect.poll(() => events(second.email)).toEqual(["lesson.read"])
  await expect(page.getByText("Saved on this device")).toBeVisible()
  await expect(page.getByText("Your progress is in your account")).toHaveCount(0)
  await expect(page.getByText("Answered right before")).toHaveCount(0)
  expect(await events(user.email)).toEqual(["exercise.answered", "lesson.read"])
})

test("answers given offline are sent when the network is back, after the page was closed too", async ({
  page,
  user,
  sql,
  baseURL,
  context,
}) => {
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  await expect(page.getByText("Saved on this device")).toBeVisible()
  await expect(page.getByText(/\d waiting/)).toHaveCount(0)
  await expect(page.locator("article [data-island]:not([data-hydrated])")).toHaveCount(0)
  await context.setOffline(true)
  await answerFirst(page)
  await expect(page.getByText(/\d waiting/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/\d waiting/)).toHaveCount(0)
  const answers = async () => {
    const rows = await sql<{ id: string }[]>`
      select e.exercise_id as id from learning_events e join users u on u.id = e.user_id
      where u.email = ${user.email} and e.kind = 'exercise.answered' order by e.id`
    return rows.map(({ id }) => id)
  }
  await expect.poll(answers).toEqual(["last-price"])
  await context.setOffline(true)
  await page.getByLabel("Your answer").fill("bonjour")
  await page.keyboard.press("Enter")
  await expect(page.getByText(/\d waiting/)).toBeVisible()
  await page.close()
  await context.setOffline(false)
  await (await context.newPage()).goto("/learn/every-kind")
  await expect.poll(answers).toEqual(["last-price", "say-hello"])
})

test("a closed lesson goes on where the reader stopped, on another device too", async ({
  page,
  user,
  sql,
  baseURL,
  browser,
}) => {
  await register(page, user, baseURL)
  await page.goto(LESSON_PATH)
  await expect(page.getByText("Saved on this device")).toBeVisible()
  await page.locator("#block-7-2").evaluate((block) => block.scrollIntoView({ block: "start" }))
  const position = () => sql`
    select p.position from user_lesson_progress p join users u on u.id = p.user_id where u.email = ${user.email}`
  await expect.poll(position).toEqual([{ position: "block-7-2" }])
  const device = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await device.newPage()
  await other.goto(`${baseURL}${LESSON_PATH}`)
  await expect(other.locator("#block-7-2[data-resumed]")).toBeInViewport()
  await device.close()
})

test("a lesson and its course have no axe violation and no horizontal overflow", async ({ page }) => {
  for (const path of [LESSON_PATH, `/ht${LESSON_PATH}`, "/learn/every-kind", "/learn"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto(path, { waitUntil: "networkidle" })
      expect(await axe(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
  }
})

test("search engines find a lesson once in each language of its text", async ({ page, baseURL }) => {
  await page.goto(`/ht${LESSON_PATH}`)
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`[^t]${LESSON_PATH}$`))
  await expect(page.locator("link[rel=alternate][hreflang]")).toHaveCount(0)
  await expect(page).toHaveTitle("Every kind | Every kind of exercise")
  await expect(page.locator("article.lesson-text")).toHaveAttribute("lang", "en")
  expect((await page.request.get(`${baseURL}/learn/every-kind/unknown`)).status()).toBe(404)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the whole lesson reads, and each exercise has its answer behind a disclosure", async ({ page }) => {
    await page.goto(LESSON_PATH)
    await expect(page.getByText("A variable is a label.").first()).toBeVisible()
    await expect(page.getByRole("button", { name: "Check" })).toHaveCount(0)
    const exercise = page.getByRole("region", { name: "Exercise 6 of 6" })
    await expect(exercise.getByText("bonjour", { exact: true })).toBeHidden()
    await exercise.getByText("Show the answer").click()
    await expect(exercise.getByText("bonjour", { exact: true })).toBeVisible()
    await expect(page.locator("[data-needs-script]:visible")).toHaveCount(0)
  })
})

async function answerFirst(page: Page): Promise<void> {
  const exercise = exerciseOf(page, 1)
  await exercise.getByLabel("80").focus()
  await page.keyboard.press("Space")
  await page.keyboard.press("Enter")
  await expect(exercise.getByText("Yes, that is right.")).toBeVisible()
}

/** With the keyboard. */
async function answerAll(page: Page): Promise<void> {
  await answerFour(page)
  await answerLastTwo(page)
  for (const number of [2, 3, 4, 5, 6])
    await expect(exerciseOf(page, number).getByText("Yes, that is right.")).toBeVisible()
}

/** The items to put in order are sorted by moving the first one that is wrong up. */
async function answerFour(page: Page): Promise<void> {
  await answerFirst(page)
  for (const name of ["priceOfRice", "mangoes2"]) {
    await exerciseOf(page, 2).getByLabel(name).focus()
    await page.keyboard.press("Space")
  }
  await page.keyboard.press("Enter")
  await exerciseOf(page, 3).getByLabel("Gap 1").focus()
  await page.keyboard.type("let")
  await page.keyboard.press("Enter")
  const fourth = exerciseOf(page, 4)
  for (const [place, item] of ["Wash the rice", "Boil the water", "Cook the rice"].entries()) {
    const items = fourth.locator(".exercise-order li")
    await expect(items).toHaveCount(3)
    const order = await items.locator("span").allTextContents()
    const up = fourth.getByRole("button", { name: `Move up: ${item}` })
    for (let at = order.indexOf(item); at > place; at--) {
      await up.focus()
      await page.keyboard.press("ArrowUp")
      await expect(items.nth(at - 1)).toContainText(item)
    }
  }
  await fourth.getByRole("button", { name: "Check" }).press("Enter")
}

async function answerLastTwo(page: Page): Promise<void> {
  await typeLastTwo(page)
  await exerciseOf(page, 5).getByRole("button", { name: "Check" }).press("Enter")
  await exerciseOf(page, 6).getByLabel("Your answer").press("Enter")
}

async function typeLastTwo(page: Page): Promise<void> {
  for (const [word, meaning] of Object.entries({ dlo: "water", diri: "rice" })) {
    await exerciseOf(page, 5).getByLabel(word).focus()
    await page.keyboard.type(meaning)
  }
  await exerciseOf(page, 6).getByLabel("Your answer").focus()
  await page.keyboard.type("BONJOUR!")
}

function exerciseOf(page: Page, number: number): Locator {
  return page.getByRole("region", { name: `Exercise ${number} of 6` })
}
