import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { openProfileTab, PASSWORD, register, signIn } from "./members.ts"
import { toast } from "./toast.ts"

const drafts = (page: Page) => page.evaluate(() => sessionStorage.getItem("drafts"))
const personal = (page: Page) => page.getByRole("region", { name: "Personal information" })

test("a half-filled request survives a reload and a change of language, and is gone after a success", async ({
  page,
  user,
}) => {
  await gotoHydrated(page, "/schedule")
  await page.getByLabel("Full Name").fill(user.name)
  await page.getByLabel("Session Type").selectOption("mentoring")
  await page.getByLabel("Preferred Date").fill("2099-07-15")
  await page.getByLabel("Duration").selectOption("90")
  await expect.poll(() => drafts(page)).toContain("90")
  await page.reload()
  await expect(page.getByLabel("Full Name")).toHaveValue(user.name)
  await expect(page.getByLabel("Duration")).toHaveValue("90")
  await page.getByRole("banner").locator("summary:visible").first().click()
  await page.getByRole("banner").getByRole("link", { name: "Français" }).click()
  await page.waitForURL("**/fr/schedule")
  const form = page.locator("#schedule form")
  await expect(form.locator("[name=studentName]")).toHaveValue(user.name)
  await expect(form.locator("[name=sessionType]")).toHaveValue("mentoring")
  await expect(form.locator("[name=date]")).toHaveValue("2099-07-15")
  await form.locator("[name=studentEmail]").fill(user.email)
  await form.locator("[name=subject]").selectOption("career")
  await form.locator("[name=preferredTime]").selectOption("14:00")
  await form.locator("[type=submit]").click()
  await expect(page.locator("#schedule").getByRole("status")).toBeVisible()
  await expect.poll(() => drafts(page)).toBeNull()
  await page.reload({ waitUntil: "networkidle" })
  await expect(form.locator("[name=studentName]")).toHaveValue("")
})

test("the home page's form and the join dialog share a draft, and the program of a button wins over it", async ({
  page,
  user,
}) => {
  await gotoHydrated(page, "/")
  await page.locator("#membership [name=name]").fill(user.name)
  await page.locator("#membership [name=interests]").fill("Python")
  await expect.poll(() => drafts(page)).toContain("Python")
  await page.goto("/programs")
  await page.getByRole("main").locator("[data-action=join]").first().click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.locator("[name=name]")).toHaveValue(user.name)
  const program = await dialog.locator("[name=program]").inputValue()
  expect(program).not.toBe("")
  await page.goto("/")
  await expect(page.locator("#membership [name=interests]")).toHaveValue("Python")
})

test("a password is in no draft, also while it is visible", async ({ page }) => {
  await gotoHydrated(page, "/register")
  await page.getByLabel("First Name").fill("Ada")
  await page.getByRole("button", { name: "Show password" }).first().click()
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Confirm Password").fill(PASSWORD)
  await page.getByLabel("Last Name").fill("Pierre")
  await expect.poll(() => drafts(page)).toContain("Pierre")
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(PASSWORD)
  await page.reload()
  await expect(page.getByLabel("Last Name")).toHaveValue("Pierre")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")
})

test("text in the profile is kept when the session ends, and is there again after the sign-in", async ({
  page,
  context,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  await personal(page).getByLabel("Bio").fill("Mwen renmen matematik.")
  await page.getByLabel("Evenings").check()
  await expect.poll(() => drafts(page)).toContain("evenings")
  await context.clearCookies()
  await personal(page).getByRole("button", { name: "Save Changes" }).click()
  await expect(toast(page)).toContainText("Your session has ended.")
  await expect(toast(page)).toContainText("What you wrote is kept.")
  await page.waitForURL("**/login")
  await expect(toast(page)).toContainText("What you wrote is kept.")
  await signIn(page, user.email, PASSWORD)
  await page.waitForURL("**/member-dashboard/profile")
  await expect(personal(page).getByText("It is not saved yet.")).toBeVisible()
  await expect(personal(page).getByLabel("Bio")).toHaveValue("Mwen renmen matematik.")
  await expect(page.getByLabel("Evenings")).toBeChecked()
  await personal(page).getByRole("button", { name: "Save Changes" }).click()
  await expect(toast(page)).toContainText("Your profile is up to date.")
  await expect(personal(page).getByText("It is not saved yet.")).toHaveCount(0)
})

test("leaving the profile with unsaved text asks, and leaving without saving discards it", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  const bio = personal(page).getByLabel("Bio")
  const home = page.getByRole("link", { name: "My Learning" })
  await bio.fill("Mwen renmen matematik.")
  await expect.poll(() => drafts(page)).toContain("matematik")
  const questions: string[] = []
  let isLeaving = false
  page.on("dialog", (dialog) => {
    questions.push(dialog.type())
    void (isLeaving ? dialog.accept() : dialog.dismiss())
  })
  await home.click()
  await expect(bio).toHaveValue("Mwen renmen matematik.")
  await page.getByRole("link", { name: "HaiTech" }).first().click()
  await expect.poll(() => questions).toEqual(["confirm", "confirm"])
  await page.evaluate(() => location.assign("/about"))
  await expect.poll(() => questions).toEqual(["confirm", "confirm", "beforeunload"])
  await expect(bio).toHaveValue("Mwen renmen matematik.")
  await personal(page).getByRole("button", { name: "Save Changes" }).click()
  await expect(toast(page)).toContainText("Your profile is up to date.")
  await bio.fill("")
  await expect.poll(() => drafts(page)).not.toBeNull()
  isLeaving = true
  await home.click()
  await expect(bio).toHaveCount(0)
  expect(questions).toHaveLength(4)
  await openProfileTab(page)
  await expect(bio).toHaveValue("Mwen renmen matematik.")
  isLeaving = false
  await home.click()
  await expect(bio).toHaveCount(0)
  expect(questions).toHaveLength(4)
})

/** Opens a page and waits until its form stores what is typed. */
async function gotoHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator("main [data-island]").filter({ has: page.locator("form") })).toHaveAttribute(
    "data-hydrated",
  )
}
