import { readFileSync } from "node:fs"
import { expect } from "@playwright/test"
import sharp from "sharp"
import { test } from "./fixtures.ts"
import { PASSWORD, register, signIn, usernameOf } from "./members.ts"
import { toast } from "./toast.ts"

test("a member edits personal information and learning preferences, and each invalid field shows its error", async ({
  page,
  user,
  baseURL,
  emails,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  const personal = page.getByRole("region", { name: "Personal information" })
  await personal.getByLabel("First Name").fill("")
  await personal.getByLabel("Username").fill("ab")
  await personal.getByRole("button", { name: "Save Changes" }).click()
  await expect(personal.getByText("First name is required")).toBeVisible()
  await expect(personal.getByText("Username must be at least 3 characters")).toBeVisible()
  await expect(personal.getByLabel("First Name")).toBeFocused()
  await personal.getByLabel("First Name").fill("Widline-Maë")
  await expect(personal.getByText("First name is required")).toHaveCount(0)
  await expect(personal.getByText("Username must be at least 3 characters")).toBeVisible()
  await personal.getByLabel("Username").fill(usernameOf(user))
  await personal.getByLabel("Bio").fill("Mwen renmen matematik.\nE mwen renmen chante.")
  await personal.getByRole("button", { name: "Save Changes" }).click()
  await expect(toast(page)).toContainText("Your profile is up to date.")
  await expect(personal.getByRole("button", { name: "Save Changes" })).toBeFocused()
  await expect(page.getByRole("heading", { name: "Welcome back, Widline-Maë!" })).toBeVisible()
  await expect(personal.getByLabel("Current Password")).toHaveCount(0)
  const newEmail = `new-${user.email}`
  await personal.getByLabel("Email Address").fill(newEmail)
  await personal.getByRole("button", { name: "Save Changes" }).click()
  await expect(personal.getByText("Password is required")).toBeVisible()
  await personal.getByLabel("Current Password").fill(PASSWORD)
  await expect(personal.getByText("Password is required")).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(personal.getByLabel("Current Password")).toHaveCount(0)
  await expect(personal.getByLabel("Email Address")).toHaveValue(newEmail)
  await expect(personal.getByRole("button", { name: "Save Changes" })).toBeFocused()
  await expect
    .poll(() => emails().filter(({ subject }) => subject === "Your account has another email address").length)
    .toBe(1)
  const learning = page.getByRole("region", { name: "Learning preferences" })
  await learning.getByLabel("Foreign Language Learning").check()
  await learning.getByLabel("Evenings").check()
  await learning.getByLabel("My courses").uncheck()
  await learning.getByLabel("Language of our emails").selectOption("ht")
  await learning.getByRole("button", { name: "Save Changes" }).click()
  await expect(toast(page)).toContainText("Saved")
  await page.reload()
  await expect(personal.getByLabel("Bio")).toHaveValue("Mwen renmen matematik.\nE mwen renmen chante.")
  await expect(personal.getByLabel("Email Address")).toHaveValue(newEmail)
  await expect(learning.getByLabel("Foreign Language Learning")).toBeChecked()
  await expect(learning.getByLabel("My courses")).not.toBeChecked()
  await expect(learning.getByLabel("Language of our emails")).toHaveValue("ht")
})

test("an error in a dialog stays under its field until the member types there", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  const error = page.getByText("This is not your current password")
  await page.getByRole("button", { name: "Change Password" }).click()
  const changeDialog = page.getByRole("dialog", { name: "Change Password" })
  await changeDialog.getByLabel("Current Password").fill("not mine")
  for (const label of ["New Password", "Confirm New Password"])
    await changeDialog.getByLabel(label, { exact: true }).fill("anba pye zaboka a")
  await page.keyboard.press("Enter")
  await expect(error).toBeVisible()
  await expect(changeDialog.getByLabel("Current Password")).toBeFocused()
  await page.keyboard.type("!")
  await expect(error).toHaveCount(0)
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Delete Account" }).click()
  const deleteDialog = page.getByRole("dialog")
  const confirmation = deleteDialog.getByLabel(/^To confirm, type/)
  await confirmation.fill("somebody else")
  await deleteDialog.getByLabel("Current Password").fill("not mine")
  await page.keyboard.press("Enter")
  await expect(deleteDialog.getByText("This does not match")).toBeVisible()
  await confirmation.fill(usernameOf(user))
  await expect(deleteDialog.getByText("This does not match")).toHaveCount(0)
  await page.keyboard.press("Enter")
  await expect(error).toBeVisible()
  await expect(deleteDialog.getByLabel("Current Password")).toBeFocused()
  await page.keyboard.type("!")
  await expect(error).toHaveCount(0)
  // The same error is shown again.
  await page.keyboard.press("Enter")
  await expect(error).toBeVisible()
})

test("a profile picture is uploaded, shown as a square and removed, and another file is refused", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  const card = page.getByRole("region", { name: "Profile picture" })
  const choose = card.getByLabel("Choose a picture")
  await choose.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("<html>") })
  await expect(card.getByText("This is not a picture we can read.")).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
  await choose.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(card.getByText("The picture can be at most 5 MB")).toBeVisible()
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#d33" } })
    .jpeg()
    .toBuffer()
  await choose.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: photo })
  await expect(toast(page)).toContainText("Your picture was changed.")
  const picture = card.locator("img")
  await expect(picture).toHaveAttribute("src", /^\/api\/user\/profile\/image\//)
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    384, 384,
  ])
  await page.route("**/api/user/profile/image/*", (route) => route.fulfill({ status: 503 }))
  await page.reload()
  await expect(card.locator(".initials")).toBeVisible()
  await expect(picture).toHaveCount(0)
  await page.unroute("**/api/user/profile/image/*")
  await card.getByRole("button", { name: "Remove" }).click()
  await expect(toast(page)).toContainText("Your picture was changed.")
  await expect(picture).toHaveCount(0)
})

test("a member exports all data as JSON and the progress as CSV", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  const download = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()])
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") }
  }
  const everything = await download("Everything (JSON)")
  expect([everything.name, JSON.parse(everything.text).users[0].email]).toEqual(["my-data.json", user.email])
  await page.goto("/ht/member-dashboard/profile")
  const table = await download("Pwogrè (CSV)")
  expect([table.name, table.text.trim().split("\r\n")]).toEqual([
    "my-progress.csv",
    ["Kou,Pwogrè an pousan,Enskri nan dat,Fini nan dat,Dènye vizit", "", "Kou,Leson,Sa ki fèt,Egzèsis,Bon,Kilè"],
  ])
})

test("a member sees all sessions, ends one, and then ends all", async ({ page, user, baseURL, browser }) => {
  await register(page, user, baseURL)
  const phone = await browser.newContext({ baseURL: baseURL ?? "", userAgent: "Mozilla/5.0 (iPhone) Safari/605" })
  const other = await phone.newPage()
  await signIn(other, user.email, PASSWORD)
  await other.waitForURL("**/member-dashboard")
  await page.goto("/member-dashboard/profile")
  const card = page.getByRole("region", { name: "Where you are signed in" })
  await expect(card.getByRole("listitem")).toHaveCount(2)
  await expect(card.getByRole("listitem").first()).toContainText("This device")
  await card.getByRole("button", { name: "Sign out: Safari, iPhone" }).click()
  await expect(card.getByRole("listitem")).toHaveCount(1)
  await other.reload()
  await expect(other.getByRole("heading", { name: "Access Required" })).toBeVisible()
  await phone.close()
  await card.getByRole("button", { name: "Sign out everywhere" }).click()
  await page.waitForURL("**/login")
  expect((await page.request.get("/api/auth/user")).status()).toBe(401)
})
