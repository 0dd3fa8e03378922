import { expect, type Page } from "@playwright/test"
import {
  ADMIN,
  ADMIN_PASSWORD,
  openNewThread,
  openTwoContacts,
  pane,
  row,
  sendContactMessage,
  signInAsAdmin,
  thread,
} from "./admins.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { expectToast, toast } from "./toast.ts"

const LONG_TEXT = Array.from({ length: 60 }, (_, index) => `Line ${index}`).join("\n")

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

test.describe("signed in", () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await signInAsAdmin(page, baseURL)
  })

  test("a refresh keeps the focus, and a removed button passes it to a row or the list's heading", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    await openTwoContacts(page, baseURL, marker)
    const refresh = page.getByRole("button", { name: "Refresh" })
    await refresh.press("Enter")
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
    await expect(refresh).toBeFocused()
    await row(page, `Stanley ${marker}`).focus()
    await page.keyboard.press("x")
    await page.getByRole("button", { name: "Clear selection" }).press("Enter")
    await expect(row(page, `Stanley ${marker}`)).toBeFocused()
    await page.goto(`/admin/contacts?q=${marker}-nobody`)
    await page.getByRole("button", { name: "Show all" }).press("Enter")
    await expect(heading(page, "Contact Forms")).toBeFocused()
  })

  test("Show more moves the focus to the first of the new rows", async ({ page, sql, user: { marker } }) => {
    await sql`
      insert into contacts (id, name, email, message, created_at)
      select uuidv7(), ${`Row ${marker} `}::text || n, 'row@example.org', 'Bonjou', now()
      from generate_series(1, 60) n`
    await page.goto(`/admin/contacts?q=${marker}`)
    await page.getByRole("button", { name: "Show more" }).press("Enter")
    const rows = page.getByRole("list", { name: "Contact Forms" }).locator("[data-record]")
    await expect(rows).toHaveCount(60)
    await expect(rows.nth(50)).toBeFocused()
  })

  test("Enter on the selected row moves the focus into the pane, and Escape back to the row", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    await sendContactMessage(page, baseURL, { name: `Fabiola ${marker}`, message: "Bonjou" })
    await page.goto(`/admin/contacts?q=${marker}`)
    await row(page, marker).press("Enter")
    await expect(pane(page)).toBeVisible()
    await expect(row(page, marker)).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(pane(page).getByRole("heading", { level: 2 })).toBeFocused()
    await pane(page).getByRole("button", { name: "Mark as done" }).press("Enter")
    await expect(pane(page).getByText("Done", { exact: true })).toBeVisible()
    await expect(pane(page).getByRole("heading", { level: 2 })).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(row(page, marker)).toBeFocused()
  })

  test("saving a role keeps the focus on its button, and History opens filtered with the focus on its heading", async ({
    page,
    baseURL,
    user,
    browser,
  }) => {
    const member = await browser.newPage({ baseURL: baseURL ?? "" })
    await register(member, user, baseURL)
    await member.close()
    await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`)
    await row(page, "Widline Jean").click()
    await expect(pane(page).getByRole("heading", { name: "Where this user is signed in" })).toBeVisible()
    await pane(page).getByLabel("Role").selectOption("Mentor")
    const save = pane(page).getByRole("button", { name: "Save Changes" })
    await save.press("Enter")
    await expectToast(page, "Updated Successfully", "The user's role and approval are saved.")
    await expect(pane(page).getByText("Not signed in anywhere.")).toBeVisible()
    await expect(save).toBeFocused()
    await pane(page).getByRole("link", { name: "History of this record" }).press("Enter")
    await expect(heading(page, "History")).toBeFocused()
    await expect(page.getByText("History of Widline Jean")).toBeVisible()
    await page.getByRole("button", { name: "Show all" }).press("Enter")
    await expect(heading(page, "History")).toBeFocused()
    await expect(page.getByText("History of Widline Jean")).toBeHidden()
  })

  test("an action on a conversation keeps the focus on its button or moves it to the assignee", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    const guest = await openNewThread(page, baseURL, marker)
    await thread(page, guest.name).click()
    await pane(page).getByRole("button", { name: "Mark as done" }).press("Enter")
    const reopen = pane(page).getByRole("button", { name: "Reopen" })
    await expect(reopen).toBeFocused()
    // The name changes with the conversation; the button takes no key before the lists are loaded again, too.
    await expect(reopen).not.toHaveAttribute("aria-disabled", "true")
    // The next action is possible while the first request is pending.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/threads\/[\w-]+$/, (route) => released.then(() => route.continue()))
    await reopen.press("Enter")
    await pane(page).getByRole("button", { name: "Assign to me" }).press("Enter")
    const assignee = pane(page).getByLabel("Assigned to")
    await expect(assignee).toBeFocused()
    release()
    await expect(pane(page).getByRole("button", { name: "Mark as done" })).toBeVisible()
    await expect(assignee.locator("option:checked")).toContainText(ADMIN.firstName)
    await expect(assignee).toBeFocused()
    await expect(pane(page).getByRole("button", { name: "Assign to me" })).toHaveCount(0)
  })

  test("the reply dialog focuses its field even under a long message, and typing removes the error", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    await sendContactMessage(page, baseURL, { name: `Kenley ${marker}`, message: LONG_TEXT })
    await page.goto(`/admin/contacts?q=${marker}`)
    await row(page, marker).press("r")
    const field = page.getByLabel("Your reply")
    await expect(field).toBeFocused()
    await page.getByRole("button", { name: "Send Reply" }).click()
    await expect(page.getByText("Please write a reply")).toBeVisible()
    await expect(field).toBeFocused()
    await page.keyboard.type("O")
    await expect(page.getByText("Please write a reply")).toBeHidden()
  })

  test("typing in a password field removes the error of the form", async ({ page }) => {
    await page.goto("/admin")
    await page.getByRole("button", { name: "Change Password" }).click()
    const dialog = page.getByRole("dialog", { name: "Change Password" })
    const [current, newPassword, confirmation] = ["Current Password", "New Password", "Confirm Password"].map((label) =>
      dialog.getByLabel(label, { exact: true }),
    )
    for (const input of [current, newPassword, confirmation]) await input?.fill("1234567")
    await page.keyboard.press("Enter")
    await expect(newPassword ?? dialog).toHaveAttribute("aria-invalid", "true")
    await newPassword?.fill("kokoye-8")
    await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(0)
    await page.keyboard.press("Enter")
    await expect(confirmation ?? dialog).toHaveAttribute("aria-invalid", "true")
    // The typing error may be in the first of the two fields.
    await newPassword?.fill("1234567")
    await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(0)
  })

  test("on a phone the tab menu closes on Escape and when a dialog opens", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/admin/users")
    const menu = page.locator(".admin-fold > summary")
    const menuItem = page.locator(".admin-fold").getByRole("button", { name: "Change Password" })
    await menu.press("Enter")
    await expect(menuItem).toBeVisible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Escape")
    await expect(menuItem).toBeHidden()
    await expect(menu).toBeFocused()
    await menu.press("Enter")
    await menuItem.press("Enter")
    await expect(page.getByRole("dialog", { name: "Change Password" })).toBeVisible()
    await expect(page.locator(".admin-fold[open]")).toHaveCount(0)
    await page.keyboard.press("Escape")
    await expect(menu).toBeFocused()
    await menu.press("Enter")
    await page.locator(".admin-fold").getByRole("link", { name: "Contact Forms" }).press("Enter")
    await expect(heading(page, "Contact Forms")).toBeFocused()
  })

  test("leaving a page before it has loaded moves the focus to the next page's heading", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route(/users-page/, () => new Promise(() => undefined))
    await page.goto("/admin/users")
    await page.locator(".admin-fold > summary").press("Enter")
    await page.locator(".admin-fold").getByRole("link", { name: "Contact Forms" }).press("Enter")
    await expect(heading(page, "Contact Forms")).toBeFocused()
  })

  test("a key that is pressed as soon as the page is there is heard", async ({ page }) => {
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(".admin-calendar")) return
        observer.disconnect()
        dispatchEvent(new KeyboardEvent("keydown", { key: "n" }))
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.goto("/admin/calendar?view=week")
    await expect(page.getByRole("dialog", { name: "Open hours" })).toBeVisible()
  })

  test("an unknown address shows a heading of its own instead of Overview", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/admin/nowhere")
    await expect(heading(page, "This page does not exist in the admin area.")).toBeVisible()
  })

  test("a success closes the toast of the failure before it", async ({ page }) => {
    await page.goto("/admin")
    await page.getByRole("button", { name: "Change Password" }).click()
    const dialog = page.getByRole("dialog", { name: "Change Password" })
    const fill = async (password: string) => {
      await dialog.getByLabel("Current Password").fill(ADMIN_PASSWORD)
      await dialog.getByLabel("New Password", { exact: true }).fill(password)
      await dialog.getByLabel("Confirm Password").fill(password)
      await dialog.getByRole("button", { name: "Change Password" }).click()
    }
    await fill("1234567")
    await expectToast(page, "Password Too Short", "")
    await fill(ADMIN_PASSWORD)
    await expect(page.getByRole("dialog", { name: "Password Changed" })).toBeVisible()
    await expect(toast(page)).toHaveCount(0)
  })
})

test("the login page drops a failure when it is left, signing in opens the overview, and signing out the login page", async ({
  page,
  baseURL,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.context().clearCookies()
  await page.goto("/admin")
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Sign In" }).click()
  await expectToast(page, "Login Failed", "")
  await page.getByRole("button", { name: "Forgot password?" }).click()
  await expect(heading(page, "Forgot Password")).toBeFocused()
  await expect(toast(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Back to login" }).click()
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByLabel("Password", { exact: true }).press("Enter")
  const welcome = page.getByRole("dialog", { name: "Login Successful" })
  await expect(welcome).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(welcome).toBeHidden()
  await expect(heading(page, "Today")).toBeFocused()
  await page.getByRole("button", { name: "Sign Out" }).press("Enter")
  await expect(heading(page, "Administrator Login")).toBeFocused()
})

test("the setup marks every empty field, shows a toast for one and focuses the topmost", async ({ page }) => {
  await page.route("**/api/admin/exists", (route) => route.fulfill({ json: { hasAdmin: false, asksForCode: false } }))
  await page.goto("/admin")
  await page.getByRole("button", { name: "Create Admin Account" }).click()
  await expectToast(page, "Username Required", "Please enter a username")
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(5)
  await expect(page.getByLabel("First Name")).toBeFocused()
})
