import { expect } from "@playwright/test"
import { ADMIN, openFilters, openTwoContacts, row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { insertSession } from "./calendars.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test("spec §8: a list that fails to load says why, and Try Again loads it", async ({ page }) => {
  const problem = { code: "server.broke", message: "Something unexpected happened on our side. Please try again." }
  const repeated = Promise.withResolvers<void>()
  let count = 0
  await page.route("**/api/admin/contacts?*", async (route) => {
    count++
    if (count === 2) await repeated.promise
    await (count > 2 ? route.continue() : route.fulfill({ status: 500, json: problem }))
  })
  await page.goto("/admin/contacts")
  const error = page.getByRole("main").getByRole("alert")
  await expect(error).toContainText("Server Issue")
  await expect(error).toContainText(
    "Our servers are experiencing some difficulties. Please try again in a few moments.",
  )
  const again = error.getByRole("button", { name: "Try Again" })
  await again.press("Enter")
  const list = page.getByRole("region", { name: "Contact Forms" })
  await expect(list).toBeFocused()
  repeated.resolve()
  await expect(again).toBeFocused()
  await again.press("Enter")
  await expect(error).toBeHidden()
  await expect(list).toBeFocused()
  await expect(page.getByRole("searchbox")).toBeVisible()
})

test("spec §8: a contact is found without accents, answered by one email and marked as done, and the URL stores the search", async ({
  page,
  baseURL,
  emails,
  user,
}) => {
  const name = `Rosemène ${user.marker}`
  await sendContactMessage(page, baseURL, {
    name,
    email: user.email,
    subject: "coding",
    message: "Kilè klas la?\nMèsi!",
  })
  await page.goto("/admin/contacts")
  await expect(page.getByRole("heading", { level: 1, name: "Contact Forms" })).toBeVisible()
  await expect(page.getByRole("searchbox")).toBeVisible()
  await page.keyboard.press("/")
  await page.keyboard.type(name.replace("è", "e").toUpperCase())
  await expect(page).toHaveURL(/q=ROSEMENE/)
  await page.keyboard.type("x")
  await expect(page).toHaveURL(/q=ROSEMENE.*x/)
  await page.keyboard.press("Backspace")
  await expect(page).not.toHaveURL(/q=ROSEMENE.*x/)
  await expect(page.getByRole("searchbox")).toBeFocused()
  await page.reload()
  await expect(page.getByRole("searchbox")).toHaveValue(name.replace("è", "e").toUpperCase())
  await row(page, name).click()
  const detail = page.getByRole("complementary")
  await expect(detail).toContainText("Kilè klas la?")
  await expect(detail).toContainText("HaiTech Coding")
  await detail.getByRole("button", { name: "Reply", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: `Reply to ${name}` })
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Send Reply" }).click()
  await expect(dialog.getByText("Please write a reply")).toBeVisible()
  await dialog.getByLabel("Your reply").fill("Madi a 6è.")
  await page.route("**/api/admin/reply", (route) => route.abort())
  await dialog.getByRole("button", { name: "Send Reply" }).click()
  await expectToast(page, "Failed to Send Reply", "There was an error sending your reply")
  await page.unroute("**/api/admin/reply")
  await dialog.getByRole("button", { name: "Send Reply" }).click()
  await expectToast(page, "Reply Sent", user.email)
  await expect(detail.getByText("Madi a 6è.")).toBeVisible()
  await expect(detail.getByText("Answered", { exact: true })).toBeVisible()
  const replies = () => emails().filter(({ to, text }) => to.includes(user.email) && text.includes("Madi a 6è."))
  await expect.poll(() => replies().length).toBe(1)
  expect(replies()[0]?.text).toContain("> Kilè klas la?\n> Mèsi!")
  await detail.getByRole("button", { name: "Mark as done" }).click()
  await expect(detail.getByText("Done", { exact: true })).toBeVisible()
  await openFilters(page)
  await page.getByLabel("State").selectOption("Done")
  await expect(page).toHaveURL(/state=done/)
  await expect(row(page, name)).toBeVisible()
})

test("an unfinished reply survives a reload", async ({ page, baseURL, user }) => {
  const name = `Kenley ${user.marker}`
  await sendContactMessage(page, baseURL, { name, message: "When does it open?" })
  await page.goto(`/admin/contacts?q=${encodeURIComponent(name)}`)
  await row(page, name).click()
  await page.keyboard.press("r")
  await page.getByLabel("Your reply").fill("On Tues")
  await page.reload()
  await row(page, name).focus()
  await page.keyboard.press("r")
  await expect(page.getByLabel("Your reply")).toHaveValue("On Tues")
})

test("by keyboard, J and K move, X selects, E marks as done, Escape closes and ? lists the shortcuts", async ({
  page,
  baseURL,
  user,
}) => {
  const { marker } = user
  await openTwoContacts(page, baseURL, marker)
  await page.keyboard.press("j")
  await expect(row(page, `Stanley ${marker}`)).toBeFocused()
  await page.keyboard.press("x")
  await page.keyboard.press("j")
  await expect(row(page, `Fabiola ${marker}`)).toBeFocused()
  await page.keyboard.press("x")
  await expect(page.getByRole("toolbar", { name: "2 selected" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("e")
  await expectToast(page, "Updated Successfully", "Messages done: 2")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("complementary").getByRole("heading", { name: `Fabiola ${marker}` })).toBeVisible()
  await page.getByRole("complementary").getByRole("button", { name: "Reply", exact: true }).focus()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("complementary")).toBeHidden()
  await expect(row(page, `Fabiola ${marker}`)).toBeFocused()
  await page.keyboard.press("k")
  await expect(row(page, `Stanley ${marker}`)).toBeFocused()
  await page.keyboard.press("?")
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await expect(keys).toBeVisible()
  await keys.getByLabel("Use single keys").uncheck()
  await page.keyboard.press("Escape")
  await page.keyboard.press("?")
  await expect(keys).toBeHidden()
  await page.evaluate(() => localStorage.clear())
})

test("the toolbar of a selection moves no row, covers none and stays in the viewport", async ({
  page,
  baseURL,
  user,
}) => {
  const { marker } = user
  await openTwoContacts(page, baseURL, marker)
  const first = row(page, `Stanley ${marker}`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 320 })
    await page.evaluate(() => scrollTo(0, 0))
    const before = await first.boundingBox()
    await page.getByLabel(`Stanley ${marker}`).check()
    const toolbar = page.getByRole("toolbar", { name: "1 selected" })
    await expect(toolbar).toBeInViewport()
    expect(await first.boundingBox()).toEqual(before)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(toolbar).toBeInViewport()
    const [lastRowBox, toolsBox] = await Promise.all([
      row(page, `Fabiola ${marker}`).boundingBox(),
      toolbar.boundingBox(),
    ])
    const isCovered =
      (lastRowBox?.y ?? 0) < (toolsBox?.y ?? 0) + (toolsBox?.height ?? 0) &&
      (toolsBox?.y ?? 0) < (lastRowBox?.y ?? 0) + (lastRowBox?.height ?? 0)
    expect(isCovered).toBe(false)
    await page.getByLabel(`Stanley ${marker}`).uncheck()
  }
})

test("spec §5: a new role signs the user out and is recorded in History, and the last administrator cannot be disabled", async ({
  page,
  baseURL,
  user,
  browser,
}) => {
  const member = await browser.newPage({ baseURL: baseURL ?? "" })
  await register(member, user, baseURL)
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`)
  await row(page, "Widline Jean").click()
  const detail = page.getByRole("complementary")
  await detail.getByLabel("Role").selectOption("Mentor")
  await detail.getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "Updated Successfully", "The user's role and approval are saved.")
  expect((await member.request.get("/api/auth/user")).status()).toBe(401)
  await member.close()
  await detail.getByRole("link", { name: "History of this record" }).click()
  await row(page, "Changed role or approval of Widline Jean").click()
  const changes = page.getByRole("region", { name: "What changed" })
  await expect(changes).toHaveText("RoleBeforeStudentAfterMentor")
  await page.goto(page.url().replace("/admin", "/fr/admin"))
  await expect(page.getByRole("region", { name: "Ce qui a changé" })).toHaveText("RôleAvantÉlèveAprèsMentor")
  await page.goto(`/admin/users?q=${ADMIN.username}`)
  await row(page, "Guerda Louis").click()
  await detail.getByLabel("Approval").selectOption("Disabled")
  await detail.getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "That did not work", "This is the last administrator. At least one must stay.")
})

test("Export downloads a CSV file of the filtered rows", async ({ page, baseURL, user }) => {
  const headers = { origin: baseURL ?? "", "accept-language": "ht" }
  const data = { name: user.name, email: user.email, program: "coding" }
  await page.request.post("/api/membership", { data, headers })
  await page.goto(`/admin/memberships?q=${encodeURIComponent(user.email)}`)
  await expect(row(page, user.name)).toContainText("Kreyòl")
  const downloadEvent = page.waitForEvent("download")
  await page.getByRole("link", { name: "Export" }).click()
  const download = await downloadEvent
  expect(download.suggestedFilename()).toBe("memberships.csv")
  const file = await download.createReadStream()
  const csv = (await file.toArray()).join("")
  expect(csv.trimEnd().split("\r\n")).toHaveLength(2)
  expect(csv).toContain(`${user.name},${user.email},coding,ht`)
})

test("a donation shows its frequency, an unknown one unchanged, and a session request its priority and its student's email", async ({
  page,
  sql,
  user: { marker },
}) => {
  for (const frequency of ["one-time", "fortnightly"]) {
    const name = `${frequency} ${marker}`
    await sql`
      insert into donations (id, name, amount, frequency, status, created_at)
      values (uuidv7(), ${name}, 5000, ${frequency}, 'succeeded', now())`
  }
  await page.goto(`/fr/admin/donations?q=${marker}`)
  const facts = page.getByRole("complementary").locator(".admin-facts")
  await row(page, "one-time").click()
  await expect(facts).toContainText("Une seule fois")
  await row(page, "fortnightly").click()
  await expect(facts).toContainText("fortnightly")
  await insertSession(sql, { name: `Mirland ${marker}`, at: new Date().toISOString(), priority: "high" })
  await page.goto(`/admin/calendar?q=${marker}`)
  await row(page, `Mirland ${marker}`).click()
  await expect(facts).toContainText("PriorityHigh")
  await expect(facts.getByRole("link")).toHaveAttribute("href", /^mailto:.+@example\.org$/)
})

test("the search shortcut works while rows are selected and keeps the selection", async ({ page, baseURL, user }) => {
  const { marker } = user
  for (const name of ["Fabiola", "Stanley"])
    await sendContactMessage(page, baseURL, { name: `${name} ${marker}`, message: "Bonjou" })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`/admin/contacts?q=${marker}`)
    await page.getByLabel(`Stanley ${marker}`).check()
    const toolbar = page.getByRole("toolbar", { name: "1 selected" })
    await toolbar.getByRole("button", { name: "Clear selection" }).click({ trial: true })
    await page.keyboard.press("/")
    const search = page.getByRole("searchbox")
    await expect(search).toBeFocused()
    // No element covers the search field.
    await search.click({ trial: true })
    expect(await axe(page)).toEqual([])
    await search.fill(`Stanley ${marker}`)
    await expect(row(page, `Fabiola ${marker}`)).toBeHidden()
    await row(page, `Stanley ${marker}`).focus()
    await toolbar.getByRole("button", { name: "Clear selection" }).click()
    await expect(toolbar).toBeHidden()
  }
})

test("opening a record moves neither the list nor its rows, and the toolbar is one line of 56 px", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  await sendContactMessage(page, baseURL, { name: `Fabiola ${marker}`, message: "Bonjou" })
  const tools = page.locator(".admin-tools")
  for (const width of [1920, 1440, 1130, 800, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/admin/contacts?q=${marker}`)
    const first = row(page, `Fabiola ${marker}`)
    await expect(first).toBeVisible()
    const before = await first.boundingBox()
    expect((await tools.boundingBox())?.height).toBe(56)
    expect(await tools.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await first.click()
    await expect(page.getByRole("complementary")).toBeVisible()
    expect(await first.boundingBox()).toEqual(before)
  }
})
