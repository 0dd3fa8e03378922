import { expect, type Page } from "@playwright/test"
import type { TcpProxy } from "./tcp-proxy.ts"

const NOWHERE = "http://127.0.0.1:1"

export const saveButton = (page: Page) => page.getByRole("button", { name: /^Save on this device/ })

/** Opens the page of a course and saves it. */
export async function saveCourse(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await saveButton(page).click()
  await expect(page.getByText("It opens without a connection.")).toBeVisible()
}

/** The worker has stored what the page loaded before it: saving a course at the same time may fetch a file twice. */
export async function untilWorkerHasStored(page: Page): Promise<void> {
  let before = 0
  const isSettled = async () => {
    const count = await page.evaluate(async () =>
      navigator.serviceWorker.controller ? (await (await caches.open("seen")).keys()).length : 0,
    )
    const isSame = count > 0 && count === before
    before = count
    return isSame
  }
  await expect.poll(isSettled, { intervals: [700] }).toBe(true)
}

export const saveStatus = (page: Page) => page.locator(".save-course > [role=status]")

/** Holds the lessons of a course back while it is saved, until the returned function lets them pass or fail. */
export async function holdLessons(page: Page, course: string): Promise<(end: "pass" | "fail") => Promise<void>> {
  const gate = Promise.withResolvers<"pass" | "fail">()
  const pages = `**${course}/*`
  await page.route(pages, async (route) => {
    const isPassing = (await gate.promise) === "pass"
    // A page that pauses takes its requests back.
    await (isPassing ? route.continue() : route.abort("internetdisconnected")).catch(() => undefined)
  })
  return (end) => {
    gate.resolve(end)
    return page.unroute(pages)
  }
}

/** A phone in airplane mode: its connections end, and the browser knows. */
export async function goOffline(page: Page, proxy: TcpProxy): Promise<void> {
  proxy.forwardTo(NOWHERE)
  proxy.resetConnections()
  await page.context().setOffline(true)
}

export async function goOnline(page: Page, proxy: TcpProxy, url: string): Promise<void> {
  proxy.forwardTo(url)
  await page.context().setOffline(false)
}

/** Reads a lesson without exercises to its end. */
export async function finishLesson(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await readToEnd(page)
}

export async function readToEnd(page: Page): Promise<void> {
  await page.getByRole("button", { name: "I have read it" }).click()
  await expect(page.getByText("Lesson done")).toBeVisible()
}

export async function answer(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your answer").fill(text)
  await page.getByLabel("Your answer").press("Enter")
}
