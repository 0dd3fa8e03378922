import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { holdNavigation } from "./hold-navigation.ts"
import { openProfileTab, PASSWORD, register, signIn, usernameOf } from "./members.ts"
import { toast } from "./toast.ts"

const PHONE = { width: 390, height: 844 }

test("a member registers, signs out and in by email, changes the password and deletes the account", async ({
  page,
  user,
  emails,
}) => {
  await page.goto("/register")
  await page.getByLabel("First Name").fill("Widline")
  await page.getByLabel("Last Name").fill("Jean")
  await page.getByLabel("Username").fill(usernameOf(user))
  await page.getByLabel("Email Address").fill(user.email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Confirm Password").fill(PASSWORD)
  await page.getByRole("button", { name: "Create Account" }).click()
  await page.waitForURL("**/member-dashboard")
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  await page.getByRole("button", { name: "Sign Out" }).click()
  await page.waitForURL(/\/$/)
  await signIn(page, user.email, PASSWORD)
  await page.waitForURL("**/member-dashboard")
  await openProfileTab(page)
  await page.waitForURL("**/member-dashboard/profile")
  await page.getByRole("button", { name: "Change Password" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Current Password").fill("wrong")
  await dialog.getByLabel("New Password", { exact: true }).fill("lòt mo sekrè")
  await dialog.getByLabel("Confirm New Password").fill("other")
  await dialog.getByRole("button", { name: "Change Password" }).click()
  await expect(dialog.getByText("Passwords don't match")).toBeVisible()
  await expect(dialog.getByLabel("Confirm New Password")).toBeFocused()
  await dialog.getByLabel("Confirm New Password").fill("lòt mo sekrè")
  await dialog.getByRole("button", { name: "Change Password" }).click()
  await expect(dialog.getByText("This is not your current password")).toBeVisible()
  await expect(dialog.getByLabel("Current Password")).toBeFocused()
  await dialog.getByLabel("Current Password").fill(PASSWORD)
  await dialog.getByRole("button", { name: "Change Password" }).click()
  await expect(toast(page)).toContainText("Password Changed")
  await expect(toast(page)).toContainText("Other devices that were signed out: 0.")
  await expect(dialog).toBeHidden()
  await page.getByRole("button", { name: "Delete Account" }).click()
  const confirmation = dialog.getByLabel(`To confirm, type: ${usernameOf(user)}`)
  await confirmation.fill("somebody else")
  await dialog.getByLabel("Current Password").fill(PASSWORD)
  await dialog.getByRole("button", { name: "Delete for good" }).click()
  await expect(dialog.getByText("This does not match")).toBeVisible()
  await expect(confirmation).toBeFocused()
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Delete Account" }).click()
  await expect(dialog.getByText("This does not match")).toBeHidden()
  await expect(dialog.getByLabel("Current Password")).toHaveValue("")
  await confirmation.fill(usernameOf(user))
  await dialog.getByLabel("Current Password").fill(PASSWORD)
  await page.route("**/api/user", (route) => route.abort())
  await dialog.getByRole("button", { name: "Delete for good" }).click()
  await expect(dialog.getByText("We're having trouble connecting to our servers.")).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeFocused()
  await page.unroute("**/api/user")
  await dialog.getByRole("button", { name: "Delete for good" }).click()
  await expect(dialog.getByText("This is not your current password")).toBeVisible()
  await dialog.getByLabel("Current Password").fill("lòt mo sekrè")
  await dialog.getByRole("button", { name: "Delete for good" }).click()
  await page.waitForURL(/\/$/)
  await signIn(page, user.email, "lòt mo sekrè")
  await expect(toast(page)).toContainText("Sign In Failed")
  const subjects = () =>
    emails()
      .filter(({ to }) => to.includes(user.email))
      .map(({ subject }) => subject)
  await expect.poll(subjects).toContain("Your account was deleted")
  expect(subjects().sort()).toEqual([
    "Your account at HaiTech",
    "Your account was deleted",
    "Your password was changed",
  ])
})

test("after the deletion of an account, a read that comes late and is refused does not lead to the sign-in", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const deleted = Promise.withResolvers<void>()
  await page.route("**/api/user/sessions", async (route) => {
    await deleted.promise
    await route.continue()
  })
  await page.goto("/member-dashboard/profile")
  await page.getByRole("button", { name: "Delete Account" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(/^To confirm, type: /).fill(usernameOf(user))
  await dialog.getByLabel("Current Password").fill(PASSWORD)
  const deletion = page.waitForResponse((response) => response.request().method() === "DELETE")
  const late = page.waitForResponse("**/api/user/sessions")
  await dialog.getByRole("button", { name: "Delete for good" }).click()
  expect((await deletion).ok()).toBe(true)
  deleted.resolve()
  expect((await late).status()).toBe(401)
  await page.waitForURL(/\/(login)?$/)
  expect(new URL(page.url()).pathname).toBe("/")
})

test("spec §2, §8, §9: the dashboard redirects a visitor to the sign-in page after a notice", async ({ page }) => {
  const releaseFrench = await holdNavigation(page, "/fr/login")
  await page.goto("/fr/member-dashboard")
  await expect(page.getByRole("heading", { name: "Accès réservé" })).toBeVisible()
  await expect(page.getByRole("region").getByRole("listitem")).toContainText("Connecte-toi")
  await releaseFrench()
  const releaseNavigation = await holdNavigation(page, "/login")
  await page.goto("/member-dashboard/profile")
  await expect(page.getByRole("heading", { name: "Access Required" })).toBeVisible()
  await expect(toast(page)).toContainText("Please Sign In")
  await expect(toast(page)).toContainText("You need to sign in to access your learning dashboard")
  await expect(page.getByRole("link", { name: "Sign In to Learn" })).toHaveAttribute("href", "/login")
  await releaseNavigation()
})

test("spec §4: after the session has ended, the dashboard's next call shows Access Required", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  const releaseNavigation = await holdNavigation(page, "/login")
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  await sql`delete from sessions where sess ->> 'userId' = (select id::text from users where email = ${user.email})`
  // In one step: a request that the page makes by itself may already have replaced the link.
  await page
    .getByRole("link", { name: "Profile", exact: true })
    .evaluate((link: HTMLElement) => link.click(), undefined, { timeout: 5_000 })
    .catch(() => undefined)
  await expect(page.getByRole("heading", { name: "Access Required" })).toBeVisible()
  await expect(toast(page)).toContainText("Please Sign In")
  await releaseNavigation()
})

test("reads refused because the session has ended show no errors of their own before the notice", async ({
  page,
  user,
  baseURL,
  sql,
}) => {
  await register(page, user, baseURL)
  const releaseNavigation = await holdNavigation(page, "/login")
  const ended = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  await page.route("**/api/appointments", async (route) => {
    await ended.promise
    await route.continue()
  })
  await page.goto("/member-dashboard")
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  await page.route("**/api/auth/user", async (route) => {
    await looked.promise
    await route.continue()
  })
  await sql`delete from sessions where sess ->> 'userId' = (select id::text from users where email = ${user.email})`
  const check = page.waitForRequest("**/api/auth/user")
  const refused = page.waitForResponse("**/api/appointments")
  ended.resolve()
  expect((await refused).status()).toBe(401)
  await check
  await expect(page.locator("#main .skeleton.next-step")).toHaveCount(0)
  await expect(page.getByText("Access Required")).toHaveCount(0)
  looked.resolve()
  await expect(page.getByRole("heading", { name: "Access Required", level: 1 })).toBeVisible()
  await releaseNavigation()
})

test("a dashboard restored from the back/forward cache checks the session again", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await expect(page.getByRole("heading", { name: "Access Required" })).toBeVisible()
})

test("spec §2: the dashboard shows that it is loading, and Try Again after a failed request", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const release = Promise.withResolvers<void>()
  let isFailing = true
  await page.route("**/api/auth/user", async (route) => {
    await release.promise
    if (isFailing) await route.abort()
    else await route.continue()
  })
  await page.goto("/member-dashboard")
  await expect(page.getByText("Loading your dashboard...")).toBeVisible()
  release.resolve()
  await expect(page.getByRole("alert")).toContainText("Connection Problem")
  isFailing = false
  await page.getByRole("button", { name: "Try Again" }).click()
  await expect(page.getByRole("heading", { name: "Welcome back, Widline!" })).toBeVisible()
})

test("the dashboard works by keyboard, follows the browser history and shows unknown pages as such", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/es/member-dashboard")
  const profile = page.getByRole("link", { name: "Perfil", exact: true })
  await profile.focus()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/es/member-dashboard/profile")
  await expect(profile).toHaveAttribute("aria-current", "page")
  await page.goBack()
  await expect(page.getByRole("heading", { name: "Elige lo que quieres aprender" })).toBeVisible()
  await page.goto("/member-dashboard/nothing")
  await expect(page.getByText("This page does not exist in your dashboard.")).toBeVisible()
  await page.getByRole("link", { name: "Back to the start" }).click()
  await page.waitForURL("**/member-dashboard")
})

test("the dashboard has no axe violation on desktop and phone", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  for (const path of ["/member-dashboard", "/member-dashboard/profile"]) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    if (path.endsWith("profile")) await expect(page.getByText("This device", { exact: true })).toBeVisible()
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(size)
      expect([path, await axe(page)]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
  }
  await page.getByRole("button", { name: "Delete Account" }).click()
  expect(await axe(page)).toEqual([])
})

test("on a phone a long name fits the screen, the open tab is in view, and a toast covers the chat's button", async ({
  page,
  user,
  baseURL,
}) => {
  await page.setViewportSize(PHONE)
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByLabel("First Name").fill("Widlinemaricarmelleantoinettejosephine")
  await page.getByRole("button", { name: "Save Changes" }).first().click()
  await expect(page.getByRole("heading", { name: "Welcome back, Widlinemaricarmelle" })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await expect(toast(page)).toBeVisible()
  await expect(page.getByRole("button", { name: "Open the chat" })).toBeHidden()
  await toast(page).getByRole("button", { name: "Close" }).click()
  await expect(page.getByRole("button", { name: "Open the chat" })).toBeVisible()
})

test("without JavaScript the dashboard asks for it", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? "" })
  await page.goto("/ht/member-dashboard/profile")
  await expect(page.getByText("Paj sa a bezwen JavaScript.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Rezève yon seyans" })).toHaveAttribute("href", "/ht/schedule")
  await expect(page.getByText("Chajman")).toBeHidden()
  await page.close()
})
