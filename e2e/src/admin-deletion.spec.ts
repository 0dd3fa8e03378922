import { expect, type Page } from "@playwright/test"
import { pane, row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { expectToast } from "./toast.ts"

const PHONE = { width: 390, height: 844 }

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

/** Shows messages that no other test has; gives their names in the order of the list. */
async function begin(page: Page, baseURL: string | undefined, mark: string, names: readonly string[]) {
  for (const name of names) await sendContactMessage(page, baseURL, { name: `${name} ${mark}`, message: "Buy now" })
  await page.goto(`/admin/contacts?q=${mark}`)
  await expect(rows(page)).toHaveCount(names.length)
  return rows(page).locator("strong").allTextContents()
}

const rows = (page: Page) => page.getByRole("list", { name: "Contact Forms" }).locator("[data-record]")
const named = (page: Page, name = "nobody") => row(page, name)
const bar = (page: Page) => page.getByRole("status").filter({ hasText: "Undo" })
const title = (page: Page) => page.getByRole("heading", { level: 1 })

/** So many are in the list, and its head says the same. */
async function counts(page: Page, count: number) {
  await expect(rows(page)).toHaveCount(count)
  await expect(page.getByRole("status").filter({ hasText: `${count} in all` })).toBeVisible()
}

/** Ticks rows of the list, with the keyboard. */
async function tick(page: Page, names: readonly (string | undefined)[]) {
  for (const name of names) await named(page, name).press("x")
  await expect(page.getByRole("toolbar", { name: `${names.length} selected` })).toBeVisible()
}

/** A call to delete is refused by a line that breaks: that of the message at `at`, in the order of the calls. */
async function refuse(page: Page, at: number) {
  let calls = 0
  await page.route("**/api/admin/contacts/*", (route) =>
    route.request().method() === "DELETE" && ++calls === at ? route.abort() : route.fallback(),
  )
}

test("a message is deleted by key or by button and comes back by Z or by button; the focus goes along", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second, third] = await begin(page, baseURL, marker, ["Fabiola", "Stanley", "Kenley"])
  await named(page, first).press("Delete")
  await expect(bar(page)).toContainText(`Message deleted${first}`)
  await expect(named(page, second)).toBeFocused()
  await counts(page, 2)
  await page.keyboard.press("z")
  await expect(named(page, first)).toBeFocused()
  await expect(bar(page)).toHaveCount(0)
  await counts(page, 3)

  await named(page, second).press("Enter")
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  await expect(pane(page)).toBeHidden()
  await expect(named(page, third)).toBeFocused()
  await counts(page, 2)
  await bar(page).getByRole("button", { name: "Undo" }).press("Enter")
  await expect(named(page, second)).toBeFocused()
  await counts(page, 3)

  for (const gone of [third, second, first]) await named(page, gone).press("Delete")
  await expect(title(page)).toBeFocused()
  await expect(page.getByText("Nothing was found for this.")).toBeVisible()
})

test("what a link opened is deleted, too, though the list does not show it", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [name] = await begin(page, baseURL, marker, ["Fabiola"])
  const id = await named(page, name).getAttribute("data-record")
  await page.goto(`/admin/contacts?q=${marker}-nobody&open=${id}`)
  await pane(page).getByRole("button", { name: "Delete" }).press("Enter")
  await expect(bar(page)).toContainText(`Message deleted${name}`)
  await expect(pane(page)).toBeHidden()
  await expect(title(page)).toBeFocused()
  await page.keyboard.press("z")
  await expect(bar(page)).toHaveCount(0)
  await page.goto(`/admin/contacts?q=${marker}`)
  await counts(page, 1)
})

test("what is ticked goes at once, is counted in the bar, and comes back all together", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second, third, fourth] = await begin(page, baseURL, marker, ["Ada", "Bo", "Cy", "Di"])
  await named(page, second).press("Enter")
  await expect(pane(page)).toBeVisible()
  await tick(page, [first, second, third])
  await page.keyboard.press("Delete")
  await expect(bar(page)).toContainText("3 messages deleted")
  await expect(pane(page)).toBeHidden()
  await expect(page.getByRole("toolbar", { name: "selected" })).toHaveCount(0)
  await expect(named(page, fourth)).toBeFocused()
  await counts(page, 1)
  // Which keeps the bar there.
  await bar(page).getByRole("button").focus()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("z")
  await expect(named(page, first)).toBeFocused()
  await counts(page, 4)
  await expect(page.getByRole("toolbar", { name: "selected" })).toHaveCount(0)

  await tick(page, [first, fourth])
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter")
  await expect(bar(page)).toContainText("2 messages deleted")
  await expect(named(page, second)).toBeFocused()
  await counts(page, 2)
  await bar(page).getByRole("button", { name: "Undo" }).press("Enter")
  await expect(named(page, first)).toBeFocused()
  await counts(page, 4)

  await tick(page, [first, second, third, fourth])
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter")
  await expect(bar(page)).toContainText("4 messages deleted")
  await expect(title(page)).toBeFocused()
})

test("what could not be deleted comes back, and is said; the rest stays deleted", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second, third] = await begin(page, baseURL, marker, ["Fabiola", "Stanley", "Kenley"])
  await refuse(page, 1)
  await named(page, second).press("Delete")
  await expectToast(page, "Delete Failed", "Failed to delete message")
  await expect(bar(page)).toHaveCount(0)
  await counts(page, 3)
  await page.unrouteAll()

  await refuse(page, 2)
  await tick(page, [first, second, third])
  await page.keyboard.press("Delete")
  await expectToast(page, "Only part of it was done", "Done: 2 of 3. The others are as they were.")
  await expect(bar(page)).toContainText("2 messages deleted")
  await counts(page, 1)
  await expect(named(page, second)).toBeVisible()
  await expect(page.getByRole("toolbar", { name: "1 selected" })).toBeVisible()
  await page.keyboard.press("z")
  await counts(page, 3)
})

test("on a phone the bar stands above what is ticked, and a deletion comes back from History, too", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  const [first, second] = await begin(page, baseURL, marker, ["Fabiola", "Stanley"])
  await page.setViewportSize(PHONE)
  await named(page, first).click()
  await pane(page).getByRole("button", { name: "Delete" }).click()
  await expect(pane(page)).toBeHidden()
  await expect(named(page, second)).toBeFocused()
  await page.keyboard.press("x")
  await bar(page).getByRole("button").focus()
  const [undo, tools] = await Promise.all([
    bar(page).boundingBox(),
    page.getByRole("toolbar", { name: "1 selected" }).boundingBox(),
  ])
  expect((undo?.y ?? 0) + (undo?.height ?? 0)).toBeLessThanOrEqual(tools?.y ?? 0)
  await page.goto("/admin/history")
  await row(page, `Deleted the message of ${first}`).click()
  await pane(page).getByRole("button", { name: "Undo this deletion" }).click()
  await expectToast(page, "Restored", "It is back where it was.")
  await expect(row(page, `Brought the message of ${first} back`)).toBeVisible()
  await page.goto(`/admin/contacts?q=${marker}`)
  await counts(page, 2)
})
