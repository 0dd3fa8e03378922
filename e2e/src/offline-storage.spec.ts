import { type BrowserContext, expect, type Page, type Route } from "@playwright/test"
import { type BodyProxy, openBodyProxy } from "./body-proxy.ts"
import { test } from "./fixtures.ts"
import { insertShortLessons, SHORT_COURSE, SHORT_LESSONS } from "./lessons.ts"
import { register } from "./members.ts"
import { answer, holdLessons, saveButton, saveCourse, saveStatus, untilWorkerHasStored } from "./offline-pages.ts"

test.use({ serviceWorkers: "allow" })

const CHECK = SHORT_LESSONS.at(-1) ?? ""
const DAY_MS = 86_400_000

test.beforeAll(async ({ sql }) => {
  await insertShortLessons(sql)
})

const continued = (route: Route) => route.continue()
const goOn = (page: Page) => page.getByRole("button", { name: /^Go on \(.+ left\)$/ })

test("saving can be paused, and goes on by itself after the connection was gone, without fetching anything twice", async ({
  page,
  context,
}) => {
  const fetched = recordFetches(context)
  await page.goto(SHORT_COURSE)
  await expect(saveButton(page)).toHaveText(/\d/)
  await untilWorkerHasStored(page)
  const release = await holdLessons(page, SHORT_COURSE)
  // A file that is on its way at a pause is rightly fetched again: as many lessons as files come at once are held.
  const untilRequested = (lesson: string) =>
    page.waitForRequest((request) => new URL(request.url()).pathname === lesson)
  const untilLessons = () => Promise.all(SHORT_LESSONS.map(untilRequested))
  await Promise.all([untilLessons(), saveButton(page).click()])
  await expect(saveStatus(page)).toHaveText(/ of .+, 0 of 4 lessons$/)
  await page.getByRole("button", { name: "Pause" }).click()
  await expect(saveStatus(page)).toHaveText(/^Saving stopped/)
  await Promise.all([untilLessons(), goOn(page).click()])
  await expect(saveStatus(page)).toHaveText(/ of .+, 0 of 4 lessons$/)
  await context.setOffline(true)
  await release("fail")
  await expect(saveStatus(page)).toHaveText(/^The connection is gone/)
  await context.setOffline(false)
  await expect(saveStatus(page)).toHaveText(/^On this device/)
  const files = () => fetched().filter((path) => /^\/(assets|fonts|run|learn\/[^.]+\/)/.test(path))
  await expect.poll(() => files().length).toBeGreaterThan(SHORT_LESSONS.length)
  expect(files()).toEqual([...new Set(files())])
})

test("a connection that stalls ends like a lost one, and saving goes on by itself with what arrived", async ({
  page,
  product,
}) => {
  const proxy = await openBodyProxy(product.url)
  try {
    await saveUntilHeld(page, proxy)
    await page.clock.runFor("00:19")
    await expect(saveStatus(page)).toHaveText(MOVING)
    const list = proxy.hold(`${SHORT_COURSE}.json`)
    await page.clock.runFor("00:01")
    await expect(saveStatus(page)).toHaveText(/^The connection is gone/)
    await expect(goOn(page)).toBeVisible()
    await page.clock.runFor("00:01")
    await list
    await expect(saveStatus(page)).toHaveText("Looking at what is missing…")
    await page.clock.runFor("00:20")
    await expect(saveStatus(page)).toHaveText(/^The connection is gone/)
    await page.clock.runFor("00:02")
    await page.clock.resume()
    await expect(saveStatus(page)).toHaveText(/^On this device/)
    const lessons = proxy.requests.filter((path) => SHORT_LESSONS.includes(path))
    expect(lessons.toSorted()).toEqual([...SHORT_LESSONS, CHECK].toSorted())
  } finally {
    await proxy.close()
  }
})

test("a slow connection that moves is not cut, however long a file takes", async ({ page, product }) => {
  const proxy = await openBodyProxy(product.url)
  try {
    const held = await saveUntilHeld(page, proxy)
    for (let round = 0; round < 8; round++) {
      await sendPart(page, held)
      await page.clock.runFor("00:10")
    }
    await expect(saveStatus(page)).toHaveText(MOVING)
    held.end()
    await page.clock.resume()
    await expect(saveStatus(page)).toHaveText(/^On this device/)
    expect(proxy.requests.filter((path) => path === CHECK)).toHaveLength(1)
  } finally {
    await proxy.close()
  }
})

test("the size of a course comes also after its list failed, once without a connection and once at the server", async ({
  page,
}) => {
  const failures = [
    (route: Route) => route.abort("connectionreset"),
    (route: Route) => route.fulfill({ status: 503, json: {} }),
  ]
  await page.route(`**${SHORT_COURSE}.json`, (route) => (failures.shift() ?? continued)(route))
  await page.goto(SHORT_COURSE)
  await expect(saveButton(page)).toHaveText(/\d/)
  expect(failures).toEqual([])
})

test("a phone that is never idle still shows the size of a course, and starts the worker", async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = (callback, options) =>
      options?.timeout ? window.setTimeout(callback, 0, { didTimeout: true, timeRemaining: () => 0 }) : 0
  })
  await page.goto(SHORT_COURSE)
  await expect(saveButton(page)).toHaveText(/\d/)
  await untilWorkerHasStored(page)
})

test("what was found out before a course was saved does not come after it", async ({ page }) => {
  const release = await holdFreeSpace(page)
  await page.goto(SHORT_COURSE)
  await saveButton(page).click()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
  await release()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
})

test("a full device says so, and saving goes on once there is space", async ({ page, context, baseURL }) => {
  const session = await context.newCDPSession(page)
  const origin = baseURL ?? ""
  await page.goto(SHORT_COURSE)
  await untilWorkerHasStored(page)
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: used + 1_000_000 })
  await saveButton(page).click()
  await expect(saveStatus(page)).toHaveText(/^This device has no space left/)
  await session.send("Storage.overrideQuotaForOrigin", { origin })
  await goOn(page).click()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
})

test("what the browser deleted is fetched again, and nothing else", async ({ page, context }) => {
  await saveCourse(page, SHORT_COURSE)
  const deleted = await page.evaluate(async (lessons) => {
    const saved = await caches.open("saved")
    await Promise.all(lessons.map((lesson) => saved.delete(lesson)))
    await caches.delete("seen")
    return lessons
  }, SHORT_LESSONS.slice(1))
  await page.reload()
  await expect(saveStatus(page)).toHaveText(/^The browser deleted parts of this course/)
  const fetched = recordFetches(context)
  await goOn(page).click()
  await expect(saveStatus(page)).toHaveText(/^On this device/)
  const pages = () => fetched().filter((path) => path.startsWith("/learn/") && !path.endsWith(".json"))
  await expect.poll(() => pages().toSorted()).toEqual(deleted.toSorted())
})

test("two tabs that save the same course fetch it once", async ({ page, context }) => {
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.goto(SHORT_COURSE)
    await expect(saveButton(tab)).toHaveText(/\d/)
  }
  const fetched = recordFetches(context)
  await Promise.all(tabs.map((tab) => saveButton(tab).click()))
  for (const tab of tabs) await expect(saveStatus(tab)).toHaveText(/^On this device/)
  const lessons = () => fetched().filter((path) => SHORT_LESSONS.includes(path))
  await expect.poll(() => lessons().toSorted()).toEqual(SHORT_LESSONS.toSorted())
})

test("with a clock that is a day wrong the page says so, and the answer counts today", async ({
  page,
  user,
  sql,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.clock.setSystemTime(Date.now() + DAY_MS)
  await page.goto(CHECK)
  await answer(page, "salut")
  await expect(page.getByRole("alert").filter({ hasText: "The clock of this device is wrong." })).toBeVisible()
  // The server's estimate of the database's clock may be some milliseconds ahead of it.
  const events = () => sql<{ isFuture: boolean }[]>`
    select occurred_at > now() + interval '1 hour' as "isFuture" from learning_events e join users u on u.id = e.user_id
    where u.email = ${user.email} and e.kind = 'exercise.answered'`
  // Any reply tells the page that its clock is wrong, also one that comes before the answer was sent.
  await expect.poll(async () => [...(await events())]).toEqual([{ isFuture: false }])
})

test("an answer that the server refuses is shown until its author knows", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto(CHECK)
  await page.route("**/api/learning/events", (route) => route.fulfill({ status: 422, json: { message: "no" } }))
  await answer(page, "salut")
  const notice = page.getByRole("alert").filter({ hasText: "1 answer was not taken: its lesson has changed." })
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  await notice.getByRole("button", { name: "OK" }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByText("Saved on this device")).toBeVisible()
  await expect(notice).toHaveCount(0)
})

const MOVING = / of .+, 3 of 4 lessons$/

/** Saves the course, of whose last lesson the proxy holds back one half. The page's clock then stands still. */
async function saveUntilHeld(page: Page, proxy: BodyProxy) {
  await page.clock.install()
  await page.goto(proxy.url + SHORT_COURSE)
  await expect(saveButton(page)).toHaveText(/\d/)
  const holding = proxy.hold(CHECK, 0.5)
  await saveButton(page).click()
  const held = await holding
  await expect(saveStatus(page)).toHaveText(MOVING)
  await page.clock.pauseAt(Date.now() + 1000)
  await sendPart(page, held)
  return held
}

async function sendPart(page: Page, held: Awaited<ReturnType<BodyProxy["hold"]>>): Promise<void> {
  held.send(0.05)
  // Its response comes after that part of the body.
  await page.evaluate(() => fetch("/readyz"))
}

/** The browser finds out how much space is free only when the returned function is called, and its answer has arrived. */
async function holdFreeSpace(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const gate = Promise.withResolvers<void>()
    const { storage } = navigator
    const estimate = storage.estimate.bind(storage)
    storage.estimate = () => gate.promise.then(estimate)
    addEventListener("release", () => gate.resolve())
  })
  return () =>
    page.evaluate(async () => {
      dispatchEvent(new Event("release"))
      await navigator.storage.estimate()
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
}

/** The paths that came whole from the network, in their order. The page may know of a file before this list has it. */
function recordFetches(context: BrowserContext): () => string[] {
  const paths: string[] = []
  context.on("requestfinished", async (request) => {
    const response = await request.response()
    const isFetch = request.resourceType() === "fetch" && response?.fromServiceWorker() === false
    if (isFetch) paths.push(new URL(request.url()).pathname)
  })
  return () => paths
}
