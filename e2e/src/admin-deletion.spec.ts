import { expect, type Page } from "@playwright/test"
import { pane, row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { messages, openChat, sendMessage } from "./chats.ts"
import { test } from "./fixtures.ts"
import { expectToast } from "./toast.ts"

const PHONE = { width: 390, height: 844 }

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

/** Creates messages of this test only and opens their list. Returns their names in the order of the list. */
async function createMessages(page: Page, baseURL: string | undefined, marker: string, names: readonly string[]) {
  for (const name of names) await sendContactMessage(page, baseURL, { name: `${name} ${marker}`, message: "Buy now" })
  await page.goto(`/admin/contacts?q=${marker}`)
  await expect(rows(page)).toHaveCount(names.length)
  return rows(page).locator("strong").allTextContents()
}

const rows = (page: Page) => page.getByRole("list", { name: "Contact Forms" }).locator("[data-record]")
const findRow = (page: Page, name = "nobody") => row(page, name)
const undoBar = (page: Page) => page.getByRole("status").filter({ hasText: "Undo" })
const heading = (page: Page) => page.getByRole("heading", { level: 1 })

/** Expects this number of rows, and the same number in the list's header. */
async function expectCount(page: Page, count: number) {
  await expect(rows(page)).toHaveCount(count)
  await expect(page.getByRole("status").filter({ hasText: `${count} in all` })).toBeVisible()
}

/** Selects rows of the list with the keyboard. */
async function selectRows(page: Page, names: readonly (string | undefined)[]) {
  for (const name of names) await findRow(page, name).press("x")
  await expect(page.getByRole("toolbar", { name: `${names.length} selected` })).toBeVisible()
}

/** Lets the DELETE request with this number, counted from 1, fail without a response. */
async function failDeletion(page: Page, callNumber: number) {
  let calls = 0
  await page.route("**/api/admin/contacts/*", (route) =>
    route.request().method() === "DELETE" && ++calls === callNumber ? route.abort() : route.fallback(),
  )
}

test("a message is deleted and restored by key or by button, and the focus follows", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second, third] = await createMessages(page, baseURL, marker, ["Fabiola", "Stanley", "Kenley"])
  await findRow(page, first).press("Delete")
  await expect(undoBar(page)).toContainText(`Message deleted${first}`)
  await expect(findRow(page, second)).toBeFocused()
  await expectCount(page, 2)
  await page.keyboard.press("z")
  await expect(findRow(page, first)).toBeFocused()
  await expect(undoBar(page)).toHaveCount(0)
  await expectCount(page, 3)

  await findRow(page, second).press("Enter")
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  await expect(pane(page)).toBeHidden()
  await expect(findRow(page, third)).toBeFocused()
  await expectCount(page, 2)
  await undoBar(page).getByRole("button", { name: "Undo" }).press("Enter")
  await expect(findRow(page, second)).toBeFocused()
  await expectCount(page, 3)

  for (const name of [third, second, first]) await findRow(page, name).press("Delete")
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText("Nothing found.")).toBeVisible()
})

test("a membership is deleted by button, and brought back from the history", async ({ page, baseURL, user }) => {
  const data = { name: user.name, email: user.email, program: "coding" }
  await page.request.post("/api/membership", { data, headers: { origin: baseURL ?? "" } })
  await page.goto(`/admin/memberships?q=${encodeURIComponent(user.email)}`)
  await findRow(page, user.name).press("Enter")
  expect(await axe(page)).toEqual([])
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  await expect(undoBar(page)).toContainText(`Membership deleted${user.name}`)
  await expect(page.getByText("Nothing found.")).toBeVisible()
  await page.goto("/admin/history")
  await page.getByRole("list", { name: "History" }).locator("[data-record]").first().press("Enter")
  await expect(pane(page)).toContainText(`Deleted the membership of ${user.name}`)
  await pane(page).getByRole("button", { name: "Undo this deletion" }).press("Enter")
  await expectToast(page, "Restored", "It is back where it was.")
  await page.goto(`/admin/memberships?q=${encodeURIComponent(user.email)}`)
  await expect(findRow(page, user.name)).toBeVisible()
})

test("a guest's conversation is deleted beside their open page, which empties, and brought back", async ({
  page,
  baseURL,
  browser,
  user: { marker },
}) => {
  const name = `Marie-Ange ${marker}`
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const visitor = await context.newPage()
  await visitor.goto("/")
  await openChat(visitor)
  await sendMessage(visitor, "Bonjou!", name)
  await page.goto(`/admin/chat?q=${marker}`)
  await findRow(page, name).press("Enter")
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: `Delete the conversation with ${name}?` })
  await expect(dialog).toContainText("1 message is deleted, here and on the guest's device.")
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(pane(page).getByRole("button", { name: "Delete" })).toBeFocused()
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: "Delete" }).press("Enter")
  await expect(undoBar(page)).toContainText(`Conversation deleted${name}`)
  await expect(pane(page)).toBeHidden()
  await expect(findRow(page, name)).toHaveCount(0)
  await expect(messages(visitor)).toHaveCount(0)
  await page.keyboard.press("z")
  await expect(findRow(page, name)).toBeFocused()
  await expect(messages(visitor)).toHaveCount(1)
  await context.close()
})

test("a message opened by a link can be deleted although the list does not show it", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [name] = await createMessages(page, baseURL, marker, ["Fabiola"])
  const id = await findRow(page, name).getAttribute("data-record")
  await page.goto(`/admin/contacts?q=${marker}-nobody&open=${id}`)
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  await expect(undoBar(page)).toContainText(`Message deleted${name}`)
  await expect(pane(page)).toBeHidden()
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press("z")
  await expect(undoBar(page)).toHaveCount(0)
  await page.goto(`/admin/contacts?q=${marker}`)
  await expectCount(page, 1)
})

test("selected messages are deleted together, counted in the undo bar and restored together", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second, third, fourth] = await createMessages(page, baseURL, marker, ["Ada", "Bo", "Cy", "Di"])
  await findRow(page, second).press("Enter")
  await expect(pane(page)).toBeVisible()
  await selectRows(page, [first, second, third])
  await page.keyboard.press("Delete")
  await expect(undoBar(page)).toContainText("3 messages deleted")
  await expect(pane(page)).toBeHidden()
  await expect(page.getByRole("toolbar", { name: "selected" })).toHaveCount(0)
  await expect(findRow(page, fourth)).toBeFocused()
  await expectCount(page, 1)
  // The focus keeps the bar open.
  await undoBar(page).getByRole("button").focus()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("z")
  await expect(findRow(page, first)).toBeFocused()
  await expectCount(page, 4)
  await expect(page.getByRole("toolbar", { name: "selected" })).toHaveCount(0)

  await selectRows(page, [first, fourth])
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter")
  await expect(undoBar(page)).toContainText("2 messages deleted")
  await expect(findRow(page, second)).toBeFocused()
  await expectCount(page, 2)
  await undoBar(page).getByRole("button", { name: "Undo" }).press("Enter")
  await expect(findRow(page, first)).toBeFocused()
  await expectCount(page, 4)

  await selectRows(page, [first, second, third, fourth])
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter")
  await expect(undoBar(page)).toContainText("4 messages deleted")
  await expect(heading(page)).toBeFocused()
})

test("a failed deletion restores its message and shows a toast, and the others stay deleted", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second, third] = await createMessages(page, baseURL, marker, ["Fabiola", "Stanley", "Kenley"])
  await failDeletion(page, 1)
  await findRow(page, second).press("Delete")
  await expectToast(page, "Delete Failed", "Failed to delete message")
  await expect(undoBar(page)).toHaveCount(0)
  await expectCount(page, 3)
  await page.unrouteAll()
  await failDeletion(page, 1)
  await findRow(page, second).press("Enter")
  // The toast of the first failure is still there and says the same.
  const failed = page.waitForEvent("requestfailed")
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  await failed
  await expectToast(page, "Delete Failed", "Failed to delete message")
  await expect(pane(page).getByRole("heading", { level: 2 })).toBeVisible()
  await expect(pane(page).getByRole("button", { name: "Delete" })).toBeFocused()
  await page.keyboard.press("Escape")
  await page.unrouteAll()

  await failDeletion(page, 2)
  await selectRows(page, [first, second, third])
  await page.keyboard.press("Delete")
  await expectToast(page, "Only part of it was done", "Done: 2 of 3. The others did not change.")
  await expect(undoBar(page)).toContainText("2 messages deleted")
  await expectCount(page, 1)
  await expect(findRow(page, second)).toBeVisible()
  await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible()
  await page.keyboard.press("z")
  await expectCount(page, 3)
})

test("on a phone the undo bar is above the toolbar, and History restores a deletion", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second] = await createMessages(page, baseURL, marker, ["Fabiola", "Stanley"])
  await page.setViewportSize(PHONE)
  await findRow(page, first).click()
  await pane(page).getByRole("button", { name: "Delete" }).click()
  await expect(pane(page)).toBeHidden()
  await expect(findRow(page, second)).toBeFocused()
  await page.keyboard.press("x")
  await undoBar(page).getByRole("button").focus()
  const [undoBox, toolbarBox] = await Promise.all([
    undoBar(page).boundingBox(),
    page.getByRole("toolbar", { name: "1 selected" }).boundingBox(),
  ])
  expect((undoBox?.y ?? 0) + (undoBox?.height ?? 0)).toBeLessThanOrEqual(toolbarBox?.y ?? 0)
  await page.goto("/admin/history")
  await row(page, `Deleted the message of ${first}`).click()
  await pane(page).getByRole("button", { name: "Undo this deletion" }).click()
  await expectToast(page, "Restored", "It is back where it was.")
  await expect(row(page, `Brought the message of ${first} back`)).toBeVisible()
  await page.goto(`/admin/contacts?q=${marker}`)
  await expectCount(page, 2)
})
