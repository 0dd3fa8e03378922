import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { insertShortLessons, SHORT_COURSE, SHORT_LESSONS } from "./lessons.ts"
import { register } from "./members.ts"
import { createPhone } from "./phones.ts"
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

test.use({ serviceWorkers: "allow" })

test.beforeAll(async ({ sql }) => {
  await insertShortLessons(sql)
})

const NOWHERE = "http://127.0.0.1:1"

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
  await expect(page.getByRole("link", { name: "Short lessons" })).toBeVisible()
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
    for (const lesson of [one, two]) await finish(page, proxy.url + lesson)
    await answer(page, proxy.url + check, "bonjour")
    await expect(page.getByText("Lesson done")).toBeVisible()
    await phone.kill()
    page = await (await phone.open()).newPage()
    await goOffline(page, proxy)
    await finish(page, proxy.url + three)
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

const saveButton = (page: Page) => page.getByRole("button", { name: /^Save on this device/ })

async function saveCourse(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await saveButton(page).click()
  await expect(page.getByText("It opens without a connection.")).toBeVisible()
}

async function goOffline(page: Page, proxy: TcpProxy): Promise<void> {
  proxy.forwardTo(NOWHERE)
  proxy.resetConnections()
  await page.context().setOffline(true)
}

async function goOnline(page: Page, proxy: TcpProxy, url: string): Promise<void> {
  proxy.forwardTo(url)
  await page.context().setOffline(false)
}

async function finish(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole("button", { name: "I have read it" }).click()
  await expect(page.getByText("Lesson done")).toBeVisible()
}

async function answer(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel("Your answer").fill(text)
  await page.getByLabel("Your answer").press("Enter")
}
