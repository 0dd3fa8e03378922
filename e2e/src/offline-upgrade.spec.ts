import { expect, type Page } from "@playwright/test"
import { openDb } from "./db.ts"
import { test } from "./fixtures.ts"
import { insertShortLessons, SHORT_COURSE, SHORT_LESSONS } from "./lessons.ts"
import { register } from "./members.ts"
import { answer, finishLesson, holdLessons, saveButton, saveStatus } from "./offline-pages.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

test.use({ serviceWorkers: "allow" })

/** A script of the new build. */
const NEW_NAME = /-\d{8}\.js/
const [ONE = "", TWO = "", THREE = "", CHECK = ""] = SHORT_LESSONS

let dataDir: string
let product: Product

test.beforeEach(async () => {
  dataDir = preparedDataDir()
  product = await startProduct(dataDir)
  const sql = openDb(dataDir)
  await insertShortLessons(sql)
  await sql.end()
})

test.afterEach(async () => {
  await product.stop()
  removeDataDir(dataDir)
})

test("from one release to the next and back no page is stranded, no course stays half saved, no answer is lost", async ({
  page,
  context,
  newBuild,
  user,
}) => {
  const at = (path: string) => product.url + path
  await register(page, user, product.url)
  await page.goto(at(CHECK))
  const course = await context.newPage()
  await course.goto(at(SHORT_COURSE))
  await expect(saveButton(course)).toHaveText(/\d/)
  const release = await holdLessons(course, SHORT_COURSE)
  await saveButton(course).click()
  await expect(saveStatus(course)).toHaveText(/ of .+, 0 of 4 lessons$/)
  await course.getByRole("button", { name: "Pause" }).click()
  await release("fail")

  await context.setOffline(true)
  await answer(page, "salut")
  await expect(waiting(page)).toBeVisible()
  await deploy(newBuild)
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  await answer(page, "bonjour")
  await expect(page.getByText("Lesson done")).toBeVisible()
  await course.getByRole("button", { name: /^Go on/ }).click()
  await expect(saveStatus(course)).toHaveText(/^On this device/)
  await context.setOffline(true)
  await finishLesson(page, at(ONE))
  expect(await savedPage(course, ONE)).toMatch(NEW_NAME)

  await deploy()
  await finishLesson(page, at(TWO))
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  await course.reload()
  await expect.poll(() => savedPage(course, THREE)).not.toMatch(NEW_NAME)
  await expect(saveStatus(course)).toHaveText(/^On this device/)
  await context.setOffline(true)
  await finishLesson(page, at(THREE))
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0)

  const sql = openDb(dataDir)
  const events = await sql<{ slug: string; kind: string }[]>`
    select l.slug, e.kind from learning_events e join lessons l on l.id = e.lesson_id
    where e.kind <> 'lesson.read' order by e.occurred_at, e.id`
  await sql.end()
  expect(events.map(({ slug, kind }) => `${slug} ${kind}`)).toEqual([
    "check exercise.answered",
    "check exercise.answered",
    "check lesson.completed",
    "one lesson.completed",
    "two lesson.completed",
    "three lesson.completed",
  ])
})

test("an update that ends with its page goes on with the next one, unless it was paused", async ({
  page,
  newBuild,
}) => {
  await page.goto(product.url + SHORT_COURSE)
  await saveButton(page).click()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
  await deploy(newBuild)
  const release = await holdLessons(page, SHORT_COURSE)
  for (let visit = 0; visit < 2; visit++) {
    await page.reload()
    await expect(saveStatus(page)).toHaveText(/ of .+ lessons$/)
  }
  await page.getByRole("button", { name: "Pause" }).click()
  for (let visit = 0; visit < 2; visit++) {
    await expect(page.getByRole("button", { name: /^Go on/ })).toBeVisible()
    await page.reload()
  }
  await release("pass")
  await page.getByRole("button", { name: /^Go on/ }).click()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
})

test("a broken worker is switched off by the server, and what was saved is there for the next one", async ({
  page,
}) => {
  await page.goto(product.url + SHORT_COURSE)
  await saveButton(page).click()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
  await deploy(undefined, { SERVICE_WORKER: "off" })
  // The page becomes idle, and wants to start a worker, when the old one is already gone.
  await page.addInitScript(() => {
    const whenIdle = window.requestIdleCallback
    window.requestIdleCallback = (callback) => {
      if (!navigator.serviceWorker.controller) return whenIdle(callback)
      navigator.serviceWorker.addEventListener("controllerchange", () => setTimeout(callback, 500))
      return 0
    }
  })
  await page.reload()
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.reload()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await deploy()
  await page.reload()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
})

const savedPage = (page: Page, path: string) =>
  page.evaluate(async (address) => (await caches.match(address, { cacheName: "saved" }))?.text(), path)

const waiting = (page: Page) => page.getByRole("button", { name: /^\d+ waiting$/ })

async function deploy(build?: string, settings: Record<string, string> = {}): Promise<void> {
  const { port } = new URL(product.url)
  await product.stop()
  product = await startProduct(dataDir, { ...settings, PORT: port }, "dist/main.js", build)
}
