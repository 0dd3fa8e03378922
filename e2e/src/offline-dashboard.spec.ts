import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { PASSWORD, register, signIn, usernameOf } from "./members.ts"
import { goOffline, goOnline, untilWorkerHasStored } from "./offline-pages.ts"
import { createPhone } from "./phones.ts"
import { openTcpProxy } from "./tcp-proxy.ts"

test.use({ serviceWorkers: "allow" })

const GROUP = "Career Builders"
const notice = (page: Page) => page.getByText(/^No connection\. You see what this device stored: .+\d/)
const posts = (page: Page) => page.getByRole("list", { name: GROUP }).getByRole("listitem")

/** Joins the group and leaves the device with all that its board needs. */
async function openBoard(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/member-dashboard/community`)
  const card = page.getByRole("list", { name: "Study groups" }).getByRole("listitem").filter({ hasText: GROUP })
  await card.getByRole("button", { name: "Join" }).click()
  await card.getByLabel("In which year were you born?").fill("1999")
  await card.getByLabel("In which year were you born?").press("Enter")
  await card.getByRole("link", { name: "Open the board" }).click()
  await expect(page.getByRole("heading", { name: GROUP })).toBeFocused()
}

async function openNewDashboard(page: Page, user: Parameters<typeof register>[1], baseURL?: string): Promise<void> {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  await expect(page.locator("#next-step")).toBeVisible()
}

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel("Write to the group").fill(message)
  await page.getByRole("button", { name: "Send", exact: true }).click()
}

test("the dashboard and a board open without a connection after the battery was empty, and a post waits for it", async ({
  user,
  product,
  sql,
}) => {
  const [phone, proxy] = [createPhone(), await openTcpProxy()]
  proxy.forwardTo(product.url)
  try {
    let page = await (await phone.open()).newPage()
    await register(page, user, proxy.url)
    await openBoard(page, proxy.url)
    await write(page, `Before ${user.marker}`)
    await expect(posts(page).filter({ hasText: user.marker }).locator("time")).toBeVisible()
    const board = page.url()
    await page.goto(`${proxy.url}/member-dashboard`)
    await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
    await untilWorkerHasStored(page)
    await phone.close()

    page = await (await phone.open()).newPage()
    await goOffline(page, proxy)
    await page.goto(`${proxy.url}/member-dashboard`)
    await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
    await expect(notice(page)).toBeVisible()
    await expect(page.locator("#next-step")).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.getByRole("link", { name: "Community" }).click()
    await page.getByRole("link", { name: "Open the board" }).click()
    await expect(posts(page).filter({ hasText: `Before ${user.marker}` })).toBeVisible()
    await expect(page.getByText("newer posts may be missing")).toBeVisible()
    await write(page, `Offline ${user.marker}`)
    await expect(posts(page).filter({ hasText: `Offline ${user.marker}` })).toContainText("No connection")
    await phone.kill()

    page = await (await phone.open()).newPage()
    await goOffline(page, proxy)
    await page.goto(board)
    await expect(posts(page).filter({ hasText: user.marker })).toHaveCount(2)
    await goOnline(page, proxy, product.url)
    await expect(
      posts(page)
        .filter({ hasText: `Offline ${user.marker}` })
        .locator("time"),
    ).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
    const stored =
      await sql`select message from study_group_posts where message like ${`%${user.marker}`} order by sequence`
    expect(stored.map(({ message }) => message)).toEqual([`Before ${user.marker}`, `Offline ${user.marker}`])
  } finally {
    await phone.dispose()
    await proxy.close()
  }
})

test("a line that is there but silent shows what the device stored, and what comes at last", async ({
  page,
  user,
  baseURL,
}) => {
  await openNewDashboard(page, user, baseURL)
  const silence = Promise.withResolvers<void>()
  await page.route("**/api/**", async (route) => {
    await silence.promise
    await route.continue()
  })
  await page.reload()
  await expect(notice(page)).toBeVisible()
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  silence.resolve()
  await expect(notice(page)).toHaveCount(0)
})

test("a line that goes silent without an event is tried again, and what it does not answer is given up", async ({
  page,
  user,
  baseURL,
}) => {
  await openNewDashboard(page, user, baseURL)
  await page.clock.install()
  await page.route("**/api/**", () => new Promise(() => undefined))
  const givenUp = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/auth/user"))
  await page.reload()
  await expect(notice(page)).toBeVisible()
  await page.clock.fastForward(25_000)
  await givenUp
  await expect(notice(page)).toBeVisible()
  await page.unroute("**/api/**")
  await page.clock.fastForward(30_000)
  await expect(notice(page)).toHaveCount(0)
})

test("a post stays in sight when the line fails after it was sent, and is there once afterwards", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await openBoard(page, baseURL ?? "")
  await expect(page.getByLabel("Write to the group")).toBeVisible()
  await page.route(/\/posts(\?|$)/, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()))
  await write(page, `Sent ${user.marker}`)
  const post = posts(page).filter({ hasText: user.marker })
  await expect(page.getByText("newer posts may be missing")).toBeVisible()
  await expect(post).toHaveCount(1)
  await page.unroute(/\/posts(\?|$)/)
  await page.evaluate(() => dispatchEvent(new Event("online")))
  await expect(post.locator("time")).toBeVisible()
  await expect(post).toHaveCount(1)
  await post.getByRole("button", { name: "More about your post" }).click()
  await post.getByRole("button", { name: "Delete" }).click()
  await expect(post).toHaveCount(0)
})

test("after a sign-out nobody finds what the dashboard had stored", async ({ page, context, user, baseURL }) => {
  const stored = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases()
      if (!databases.some(({ name }) => name === "replies")) return 0
      return new Promise<number>((resolve) => {
        const opening = indexedDB.open("replies")
        opening.onsuccess = () => {
          const count = opening.result.transaction("replies").objectStore("replies").count()
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      })
    })
  await register(page, user, baseURL)
  await openBoard(page, baseURL ?? "")
  await expect.poll(stored).toBeGreaterThan(4)
  await page.route("**/api/study-groups/*/posts", (route) => route.abort())
  await write(page, `Waits ${user.marker}`)
  await page.getByRole("button", { name: "Sign Out" }).filter({ visible: true }).first().click()
  const dialog = page.getByRole("alertdialog", { name: "Not everything is sent yet" })
  await expect(dialog).toContainText("1 thing of yours waits on this device.")
  expect(await stored()).toBeGreaterThan(4)
  await dialog.getByRole("button", { name: "Sign out, leave them here" }).click()
  await page.waitForURL(`${baseURL}/`)
  expect(await stored()).toBe(0)

  await signIn(page, usernameOf(user), PASSWORD)
  await page.waitForURL("**/member-dashboard")
  await expect.poll(stored).toBeGreaterThan(4)
  // Another account takes over the device without a sign-out, and the connection is gone.
  await register(page, { firstName: "Marc", email: `second-${user.email}` }, baseURL)
  await page.route("**/api/**", (route) => route.abort())
  await page.reload()
  await expect(page.getByRole("heading", { name: "Connection Problem" })).toBeVisible()
  await page.unroute("**/api/**")
  await page.getByRole("button", { name: "Try Again" }).click()
  await expect(page.getByRole("heading", { name: "Welcome back, Marc!" })).toBeVisible()
  await expect.poll(stored).toBeGreaterThan(4)
  // The session ended elsewhere.
  await context.clearCookies({ name: /^(?!signed_in)/ })
  await page.reload()
  await expect(page.getByText("Please sign in to see your dashboard.")).toBeVisible()
  expect(await stored()).toBe(0)
})
