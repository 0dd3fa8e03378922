import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { notificationTest as test } from "./fixtures.ts"
import { PASSWORD, register, signIn, usernameOf } from "./members.ts"
import { toast } from "./toast.ts"

test.use({ serviceWorkers: "allow" })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(subscribeWithoutService, crypto.randomUUID())
})

/** Runs in the page: this browser has no push service, and denies every notification. */
function subscribeWithoutService(id: string): void {
  const keys = { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) }
  const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`
  const subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
  PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
  Object.defineProperty(Notification, "permission", { get: () => localStorage["permission"] ?? "default" })
  Notification.requestPermission = async () => {
    localStorage["permission"] = "granted"
    return "granted"
  }
}

interface TestScope {
  readonly registration: ServiceWorkerRegistration
  readonly WindowClient: { readonly prototype: { focus(this: { readonly url: string }): Promise<unknown> } }
  readonly clients: { openWindow: (url: string) => Promise<null> }
  shown: { readonly title: string; readonly options: NotificationOptions; closed: boolean; close(): void }[]
  opened: string[]
}

/** Runs in the service worker. */
function recordNotifications(): void {
  const scope = globalThis as unknown as TestScope
  scope.shown = []
  scope.opened = []
  scope.clients.openWindow = async (url) => {
    scope.opened.push(url)
    return null
  }
  // Without a real tap the browser lets no page be focused.
  scope.WindowClient.prototype.focus = async function focus() {
    scope.opened.push(`focus ${this.url}`)
    return this
  }
  ServiceWorkerRegistration.prototype.showNotification = async (title, options = {}) => {
    const shown = { title, options, closed: false, close: () => void (shown.closed = true) }
    scope.shown.push(shown)
  }
  ServiceWorkerRegistration.prototype.getNotifications = async (filter) =>
    scope.shown.filter(({ options }) => options.tag === filter?.tag) as unknown as Notification[]
}

/** Runs in the service worker: taps the notification that came last. */
async function tapLast(): Promise<void> {
  const { shown } = globalThis as unknown as TestScope
  const last = shown.at(-1)
  const notification = { data: last?.options.data, close: () => last?.close() }
  const works: unknown[] = []
  dispatchEvent(
    Object.assign(new Event("notificationclick"), { notification, waitUntil: (work: unknown) => works.push(work) }),
  )
  await Promise.all(works)
}

const card = (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: "Notifications", exact: true }) })
const offer = (page: Page) => page.getByRole("region", { name: "Do not miss your session" })

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

test("a member turns notifications on for a device, chooses what about, and removes the device", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  await card(page).getByRole("button", { name: "Turn on for this device" }).click()
  await expect(toast(page)).toContainText("Notifications are on")
  await expect(card(page).getByRole("heading", { name: "Notifications" })).toBeFocused()
  await expect(card(page).getByText("This device", { exact: true })).toBeVisible()
  await card(page).getByLabel("questions come back for review").uncheck()
  const kinds = () =>
    sql`select kinds from notification_choices c join users u on u.id = c.user_id
    where u.email = ${user.email}`.then((rows) => rows.map((row) => row["kinds"]))
  await expect.poll(kinds).toEqual([["sessions", "replies"]])
  await page.setViewportSize({ width: 320, height: 700 })
  expect([await axe(page), await overflow(page)]).toEqual([[], 0])
  await card(page)
    .getByRole("button", { name: /^Remove: / })
    .click()
  await expect(card(page).getByRole("button", { name: "Turn on for this device" })).toBeVisible()
  expect(
    await sql`select from push_subscriptions s join users u on u.id = s.user_id where u.email = ${user.email}`,
  ).toHaveLength(0)
})

test("notifications are offered once there is a session, and Not now is remembered", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  await expect(page.getByRole("heading", { name: "Short review" })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await sql`insert into appointments (id, user_id, student_name, student_email, session_type, subject, preferred_date,
    preferred_time, ends_at, status) select uuidv7(), id, 'Ada', email, 'tutoring', 'coding',
    '2100-01-15T14:00:00Z', '09:00', '2100-01-15T15:00:00Z', 'approved' from users where email = ${user.email}`
  await page.reload()
  await expect(offer(page)).toBeVisible()
  expect([await axe(page), await page.evaluate(() => Notification.permission)]).toEqual([[], "default"])
  await offer(page).getByRole("button", { name: "Not now" }).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(page.locator("#next-step")).toBeFocused()
  await page.reload()
  await expect(page.getByRole("heading", { name: "Short review" })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
})

test("signing out removes the device, and the same member's next sign-in adds it again", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  await card(page).getByRole("button", { name: "Turn on for this device" }).click()
  await expect(toast(page)).toContainText("Notifications are on")
  const devices = async () =>
    (await sql`select from push_subscriptions s join users u on u.id = s.user_id where u.email = ${user.email}`).length
  expect(await devices()).toBe(1)
  await page.locator("#main").getByRole("button", { name: "Sign Out", exact: true }).click()
  await page.waitForURL(/\/$/)
  expect(await devices()).toBe(0)
  await signIn(page, usernameOf(user), PASSWORD)
  await expect.poll(devices).toBe(1)
})

test("the service worker shows a message, and a tap opens its page of this site only", async ({
  page,
  context,
  product,
}) => {
  const events = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    events.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(product.url))
      if (own) resolve(own.registrationId)
    })
  })
  await events.send("ServiceWorker.enable")
  await page.goto("/")
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js")
    await navigator.serviceWorker.ready
  })
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error("no service worker")
  await worker.evaluate(recordNotifications)
  const push = async (change: object) => {
    const message = { kind: "sessions", title: "Your session", body: "9:00", path: "/about", tag: "t", language: "en" }
    const data = JSON.stringify({ ...message, ...change })
    const registrationId = await registered
    await events.send("ServiceWorker.deliverPushMessage", { origin: product.url, registrationId, data })
  }
  const shown = () =>
    worker.evaluate(() =>
      (globalThis as unknown as TestScope).shown.map(({ title, closed, options }) => [title, options.body, closed]),
    )
  const opened = () => worker.evaluate(() => (globalThis as unknown as TestScope).opened)
  const [reply, session] = [
    ["A reply", "9:00", true],
    ["Your session", "9:00", false],
  ]
  await push({ kind: "replies", title: "A reply", tag: "replies" })
  await expect.poll(shown).toEqual([reply])
  await push({})
  await expect.poll(shown).toEqual([reply, session])
  await worker.evaluate(tapLast)
  expect(await opened()).toEqual([`${product.url}/about`])
  await push({ path: "/" })
  await expect.poll(async () => (await shown()).length).toBe(3)
  await worker.evaluate(tapLast)
  expect((await opened()).at(-1)).toBe(`focus ${product.url}/`)
  await push({ path: "https://evil.example/" })
  await expect.poll(async () => (await shown()).length).toBe(4)
  await worker.evaluate(tapLast)
  expect([(await opened()).length, (await shown()).at(-1)]).toEqual([2, ["Your session", "9:00", true]])
})
