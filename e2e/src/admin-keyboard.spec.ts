import { expect, type Page } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, pane, row, sendContactMessage, signInAsAdmin, thread } from "./admins.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"
import { register } from "./members.ts"
import { expectToast, toast } from "./toast.ts"

const LONG = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join("\n")

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

test.describe("inside", () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await signInAsAdmin(page, baseURL)
  })

  test("the focus outlasts a refresh, and goes on to a row or the list's name where a button leaves", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    for (const name of ["Fabiola", "Stanley"])
      await sendContactMessage(page, baseURL, { name: `${name} ${marker}`, message: "Bonjou" })
    await page.goto(`/admin/contacts?q=${marker}`)
    await expect(row(page, `Stanley ${marker}`)).toBeVisible()
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
    await expect(title(page, "Contact Forms")).toBeFocused()
  })

  test("more rows are shown from the first of them on", async ({ page, sql, user: { marker } }) => {
    await sql`
      insert into contacts (id, name, email, message, created_at)
      select gen_random_uuid(), ${`Row ${marker} `}::text || n, 'row@example.org', 'Bonjou', now()
      from generate_series(1, 60) n`
    await page.goto(`/admin/contacts?q=${marker}`)
    await page.getByRole("button", { name: "Show more" }).press("Enter")
    const rows = page.getByRole("list", { name: "Contact Forms" }).locator("[data-record]")
    await expect(rows).toHaveCount(60)
    await expect(rows.nth(50)).toBeFocused()
  })

  test("Enter on the row that is open leads into what is open, and Escape back to the row", async ({
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

  test("a role that is saved keeps the focus on its button; what was done is told with its name, from its heading on", async ({
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
    await pane(page).getByRole("link", { name: "What was done here" }).press("Enter")
    await expect(title(page, "History")).toBeFocused()
    await expect(page.getByText("What was done with Widline Jean")).toBeVisible()
    await page.getByRole("button", { name: "Show all" }).press("Enter")
    await expect(title(page, "History")).toBeFocused()
    await expect(page.getByText("What was done with")).toBeHidden()
  })

  test("a conversation keeps the focus on what was pressed, or gives it to who has it now", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    const guest = await newGuest(baseURL, marker)
    await guest.sendMessage("Bonjou!")
    await page.goto(`/admin/chat?q=${marker}`)
    await thread(page, guest.name).click()
    await pane(page).getByRole("button", { name: "Mark as done" }).press("Enter")
    await expect(pane(page).getByRole("button", { name: "Reopen" })).toBeFocused()
    // Whoever goes on to the next thing is not refused while the first one is under way.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/threads\/[\w-]+$/, (route) => released.then(() => route.continue()))
    await pane(page).getByRole("button", { name: "Reopen" }).press("Enter")
    await pane(page).getByRole("button", { name: "Assign to me" }).press("Enter")
    const choice = pane(page).getByLabel("Assigned to")
    await expect(choice).toBeFocused()
    release()
    await expect(pane(page).getByRole("button", { name: "Mark as done" })).toBeVisible()
    await expect(choice.locator("option:checked")).toContainText(ADMIN.firstName)
    await expect(choice).toBeFocused()
    await expect(pane(page).getByRole("button", { name: "Assign to me" })).toHaveCount(0)
  })

  test("a reply begins in its field, however long the message; a complaint goes as one writes", async ({
    page,
    baseURL,
    user: { marker },
  }) => {
    await sendContactMessage(page, baseURL, { name: `Kenley ${marker}`, message: LONG })
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

  test("what is wrong with a password is said until somebody types there", async ({ page }) => {
    await page.goto("/admin")
    await page.getByRole("button", { name: "Change Password" }).click()
    const box = page.getByRole("dialog", { name: "Change Password" })
    const [current, next, again] = ["Current Password", "New Password", "Confirm Password"].map((label) =>
      box.getByLabel(label, { exact: true }),
    )
    for (const each of [current, next, again]) await each?.fill("1234567")
    await page.keyboard.press("Enter")
    await expect(next ?? box).toHaveAttribute("aria-invalid", "true")
    await next?.fill("12345678")
    await expect(box.locator("[aria-invalid=true]")).toHaveCount(0)
    await page.keyboard.press("Enter")
    await expect(again ?? box).toHaveAttribute("aria-invalid", "true")
    // It may be the first one that was mistyped.
    await next?.fill("1234567")
    await expect(box.locator("[aria-invalid=true]")).toHaveCount(0)
  })

  test("on a phone the folded tabs close with Escape, and before a dialog opens", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/admin/users")
    const fold = page.locator(".admin-fold summary")
    const unfolded = page.locator(".admin-fold").getByRole("button", { name: "Change Password" })
    await fold.press("Enter")
    await expect(unfolded).toBeVisible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Escape")
    await expect(unfolded).toBeHidden()
    await expect(fold).toBeFocused()
    await fold.press("Enter")
    await unfolded.press("Enter")
    await expect(page.getByRole("dialog", { name: "Change Password" })).toBeVisible()
    await expect(page.locator(".admin-fold[open]")).toHaveCount(0)
    await page.keyboard.press("Escape")
    await expect(fold).toBeFocused()
    await fold.press("Enter")
    await page.locator(".admin-fold").getByRole("link", { name: "Contact Forms" }).press("Enter")
    await expect(title(page, "Contact Forms")).toBeFocused()
  })

  test("a page that is left before it is there gives the focus on to the next one", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route(/users-page/, () => new Promise(() => undefined))
    await page.goto("/admin/users")
    await page.locator(".admin-fold summary").press("Enter")
    await page.locator(".admin-fold").getByRole("link", { name: "Contact Forms" }).press("Enter")
    await expect(title(page, "Contact Forms")).toBeFocused()
  })

  test("an address that is not there says so as its heading, and is not called Overview", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/admin/nowhere")
    await expect(title(page, "There is no such page in the office.")).toBeVisible()
    await expect(page.locator(".admin-fold summary")).toHaveText("Office")
  })

  test("a success takes away the failure before it", async ({ page }) => {
    await page.goto("/admin")
    await page.getByRole("button", { name: "Change Password" }).click()
    const box = page.getByRole("dialog", { name: "Change Password" })
    const fill = async (password: string) => {
      await box.getByLabel("Current Password").fill(ADMIN_PASSWORD)
      await box.getByLabel("New Password", { exact: true }).fill(password)
      await box.getByLabel("Confirm Password").fill(password)
      await box.getByRole("button", { name: "Change Password" }).click()
    }
    await fill("1234567")
    await expectToast(page, "Password Too Short", "")
    await fill(ADMIN_PASSWORD)
    await expect(page.getByRole("dialog", { name: "Password Changed" })).toBeVisible()
    await expect(toast(page)).toHaveCount(0)
  })
})

test("at the door: a failure stays with its screen, coming in leads to the overview, going out to the login", async ({
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
  await expect(title(page, "Forgot Password")).toBeFocused()
  await expect(toast(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Back to login" }).click()
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByLabel("Password", { exact: true }).press("Enter")
  const welcome = page.getByRole("dialog", { name: "Login Successful" })
  await expect(welcome).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(welcome).toBeHidden()
  await expect(title(page, "Overview")).toBeFocused()
  await page.getByRole("button", { name: "Sign Out" }).press("Enter")
  await expect(title(page, "Administrator Login")).toBeFocused()
})

test("the setup marks all that is empty, tells the first of it, and leads to what stands first", async ({ page }) => {
  await page.route("**/api/admin/exists", (route) => route.fulfill({ json: { hasAdmin: false, asksForCode: false } }))
  await page.goto("/admin")
  await page.getByRole("button", { name: "Create Admin Account" }).click()
  await expectToast(page, "Username Required", "Please enter a username")
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(5)
  await expect(page.getByLabel("First Name")).toBeFocused()
})
