import { type CDPSession, expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { insertShortLessons, SHORT_COURSE, SHORT_LESSONS } from "./lessons.ts"
import { register } from "./members.ts"
import { answer, finishLesson, goOffline, goOnline, saveButton, saveCourse } from "./offline-pages.ts"
import { createPhone } from "./phones.ts"
import { openTcpProxy } from "./tcp-proxy.ts"

test.use({ serviceWorkers: "allow" })

test.beforeAll(async ({ sql }) => {
  await insertShortLessons(sql)
})

test("a saved course says its size first, and opens all of its lessons offline", async ({ page, context }) => {
  await page.goto(SHORT_COURSE)
  await expect(page.getByRole("button", { name: /^Save on this device \(\d+ KB\)$/ })).toBeVisible()
  await expect(page.getByText(/are free on this device/)).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText(/^On this device \(\d+\sKB\)\. It opens/)).toBeVisible()
  await expect(page.locator("[data-lesson-id][data-saved]")).toHaveCount(SHORT_LESSONS.length)
  await context.setOffline(true)
  for (const path of [...SHORT_LESSONS, SHORT_COURSE, "/saved"]) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.getByText("this page is not on this device")).toHaveCount(0)
  }
  await page.goto("/about")
  await expect(page.getByText("You are offline, and this page is not on this device.")).toBeVisible()
  await page
    .getByRole("listitem")
    .filter({ hasText: "Short lessons" })
    .getByRole("link", { name: "Open the course" })
    .click()
  await page.waitForURL(`**${SHORT_COURSE}`)
})

test("what was learned offline arrives with its times, once, also after the battery was empty", async ({
  user,
  sql,
  product,
}) => {
  const [phone, proxy] = [createPhone(), await openTcpProxy()]
  proxy.forwardTo(product.url)
  try {
    let page = await (await phone.open()).newPage()
    await register(page, user, proxy.url)
    await page.goto(proxy.url + SHORT_COURSE)
    await phone.close()
    page = await (await phone.open()).newPage()
    await saveCourse(page, proxy.url + SHORT_COURSE)
    const [one = "", two = "", three = "", check = ""] = SHORT_LESSONS
    const start = new Date()
    await goOffline(page, proxy)
    for (const lesson of [one, two]) await finishLesson(page, proxy.url + lesson)
    await page.goto(proxy.url + check)
    await answer(page, "bonjour")
    await expect(page.getByText("Lesson done")).toBeVisible()
    await phone.kill()
    page = await (await phone.open()).newPage()
    await goOffline(page, proxy)
    await finishLesson(page, proxy.url + three)
    await expect(page.getByRole("button", { name: /^\d+ waiting$/ })).toBeVisible()
    const end = new Date()
    await goOnline(page, proxy, product.url)
    await expect(page.getByRole("button", { name: /waiting$/ })).toHaveCount(0)
    const events = await sql<{ kind: string; slug: string; at: Date; received: Date }[]>`
      select e.kind, l.slug, e.occurred_at as at, e.created_at as received from learning_events e
      join users u on u.id = e.user_id join lessons l on l.id = e.lesson_id
      where u.email = ${user.email} and e.kind <> 'lesson.read' order by e.occurred_at, e.id`
    expect(events.map(({ kind, slug }) => `${slug} ${kind}`)).toEqual([
      "one lesson.completed",
      "two lesson.completed",
      "check exercise.answered",
      "check lesson.completed",
      "three lesson.completed",
    ])
    for (const { at, received } of events) {
      expect(at.getTime()).toBeGreaterThanOrEqual(start.getTime())
      expect(at.getTime()).toBeLessThanOrEqual(end.getTime())
      expect(received.getTime()).toBeGreaterThanOrEqual(end.getTime() - 1000)
    }
  } finally {
    await phone.dispose()
    await proxy.close()
  }
})

test("fifty cuts in the middle of sending lose and double nothing", async ({ page, context, user, sql, product }) => {
  const proxy = await openTcpProxy()
  proxy.forwardTo(product.url)
  try {
    await register(page, user, proxy.url)
    await page.goto(proxy.url + (SHORT_LESSONS.at(-1) ?? ""))
    // A cut while the exercise's script loads would lose the answer with it.
    await page.getByLabel("Your answer").focus()
    await expect(page.locator("[data-hydrated]").filter({ has: page.getByLabel("Your answer") })).toBeVisible()
    const rounds = 50
    for (let round = 1; round <= rounds; round++) {
      await answer(page, `salut ${round}`)
      // From before the request to after its reply.
      setTimeout(() => proxy.resetConnections(), round % 25)
      // A click of Playwright that times out goes on blocking other clicks of the page, also that of the next Enter.
      await page.evaluate(() =>
        [...document.querySelectorAll("button")].find(({ textContent }) => textContent.endsWith("waiting"))?.click(),
      )
    }
    await context.setOffline(true)
    await context.setOffline(false)
    const count = async () => {
      const [row] = await sql<{ events: number; ids: number }[]>`
        select count(*)::int as events, count(distinct e.id)::int as ids from learning_events e
        join users u on u.id = e.user_id where u.email = ${user.email} and e.kind = 'exercise.answered'`
      return row
    }
    await expect.poll(count).toEqual({ events: rounds, ids: rounds })
    await expect(page.getByRole("button", { name: /waiting$/ })).toHaveCount(0)
  } finally {
    await proxy.close()
  }
})

test("what waits is sent after the last page of the site was closed", async ({ page, context, user, sql, baseURL }) => {
  await register(page, user, baseURL)
  await saveCourse(page, SHORT_COURSE)
  await context.setOffline(true)
  await finishLesson(page, SHORT_LESSONS[0] ?? "")
  await expect(page.getByRole("button", { name: /waiting$/ })).toBeVisible()
  const other = await context.newPage()
  const session = await context.newCDPSession(other)
  await page.close()
  await context.setOffline(false)
  const registrationId = await registrationOf(session, baseURL ?? "")
  await session.send("ServiceWorker.dispatchSyncEvent", {
    origin: baseURL ?? "",
    registrationId,
    tag: "events",
    lastChance: false,
  })
  const completed = () => sql`
    select e.kind from learning_events e join users u on u.id = e.user_id
    where u.email = ${user.email} and e.kind = 'lesson.completed'`
  await expect.poll(completed).toHaveLength(1)
})

test("signing out with unsent answers asks first, and another person never sends them", async ({
  page,
  context,
  user,
  sql,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await saveCourse(page, SHORT_COURSE)
  await context.setOffline(true)
  await finishLesson(page, SHORT_LESSONS[0] ?? "")
  await page.route("**/api/learning/events", (route) => route.fulfill({ status: 503 }))
  await context.setOffline(false)
  await page.goto("/saved")
  const account = page.locator("header summary").filter({ hasText: "Widline", visible: true })
  const signOut = page.getByRole("button", { name: "Sign Out" }).filter({ visible: true })
  await account.click()
  await signOut.click()
  const dialog = page.getByRole("alertdialog", { name: "Not everything is sent yet" })
  await expect(dialog).toContainText(/things? of yours waits? on this device/)
  await dialog.getByRole("button", { name: "Stay signed in" }).click()
  await expect(account).toBeVisible()
  await signOut.click()
  await dialog.getByRole("button", { name: "Sign out, leave them here" }).click()
  await page.waitForURL(`${baseURL}/`)
  await page.unroute("**/api/learning/events")
  const events = async (email: string) => {
    const rows = await sql<{ kind: string }[]>`
      select e.kind from learning_events e join users u on u.id = e.user_id
      where u.email = ${email} and e.kind = 'lesson.completed'`
    return rows.length
  }
  const second = { ...user, email: `second-${user.email}` }
  await register(page, second, baseURL)
  await finishLesson(page, SHORT_LESSONS[1] ?? "")
  await expect.poll(() => events(second.email)).toBe(1)
  expect(await events(user.email)).toBe(0)
})

async function registrationOf(session: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send("ServiceWorker.enable")
  return found
}
