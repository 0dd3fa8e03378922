import { expect, type Page } from "@playwright/test"
import { composer, pane, signInAsAdmin, thread } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

async function openReplies(page: Page) {
  await page.goto("/admin/chat")
  await page.getByRole("button", { name: "Saved replies" }).click()
}

/** Adds a saved reply in the list's dialog. */
async function addReply(page: Page, texts: Readonly<Record<string, string>>) {
  await page.getByRole("dialog", { name: "Saved replies" }).getByRole("button", { name: "Add a reply" }).click()
  const form = page.getByRole("dialog", { name: "Add a reply" })
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole("button", { name: "Save Changes" }).click()
}

test("a saved reply needs a title and one language, and can be edited and, after a confirmation, deleted", async ({
  page,
  user,
}) => {
  const title = `Hours ${user.marker}`
  await openReplies(page)
  const list = page.getByRole("dialog", { name: "Saved replies" })
  const reply = list.locator(".admin-replies").getByRole("listitem").filter({ hasText: title })
  await addReply(page, {})
  await expectToast(page, "Save Failed", "Please check the marked fields.")
  const form = page.getByRole("dialog", { name: "Add a reply" })
  await expect(form.getByText("Please enter a title")).toBeVisible()
  await expect(form.getByText("Please write it in at least one language")).toBeVisible()
  await expect(form.getByLabel("Title")).toBeFocused()
  expect(await axe(page)).toEqual([])
  await form.getByLabel("Title").fill(title)
  await expect(form.getByText("Please enter a title")).toHaveCount(0)
  await expect(form.getByText("Please write it in at least one language")).toBeVisible()
  await form.getByLabel("Français").fill("De 9 h à 18 h.")
  await expect(form.getByText("Please write it in at least one language")).toHaveCount(0)
  await expect(form.getByLabel("Français")).toBeFocused()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Saved replies" }).click()
  await list.getByRole("button", { name: "Add a reply" }).click()
  await expect(form.getByLabel("Français")).toHaveValue("De 9 h à 18 h.")
  await page.route("**/api/admin/saved-replies", (route) => route.abort())
  await form.getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "Save Failed", "Failed to save changes")
  await page.unroute("**/api/admin/saved-replies")
  await form.getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "Created Successfully", title)
  await expect(reply).toContainText("Français")
  await addReply(page, { Title: title, English: "Again" })
  await expect(form.getByLabel("Title")).toHaveAttribute("aria-invalid", "true")
  await form.getByRole("button", { name: "Cancel" }).click()
  await list.getByRole("button", { name: `Edit ${title}` }).click()
  const edit = page.getByRole("dialog", { name: "Edit the reply" })
  await expect(edit.getByLabel("Français")).toHaveValue("De 9 h à 18 h.")
  await edit.getByLabel("Español").fill("De 9 a 18.")
  await edit.getByRole("button", { name: "Save Changes" }).click()
  await expectToast(page, "Updated Successfully", title)
  await expect(reply).toContainText("Español")
  expect(await axe(page)).toEqual([])
  await list.getByRole("button", { name: `Delete ${title}` }).click()
  await expect(list.getByRole("alert")).toHaveText(`Delete “${title}” for good?`)
  await expect(list.getByRole("button", { name: "Keep it" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(list.getByRole("button", { name: `Delete ${title}` })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.route("**/api/admin/saved-replies/*", (route) => route.abort())
  await list.getByRole("button", { name: "Delete", exact: true }).click()
  await expectToast(page, "Delete Failed", "Please check your internet connection and try again.")
  await page.unroute("**/api/admin/saved-replies/*")
  await list.getByRole("button", { name: "Delete", exact: true }).click()
  await expectToast(page, "Reply deleted", title)
  await expect(reply).toHaveCount(0)
  await expect(list.getByRole("button", { name: "Add a reply" })).toBeFocused()
})

test("a saved reply is inserted at the caret, with the visitor's name, in the visitor's language or in English", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await newGuest(baseURL, user.marker, "ht")
  await guest.sendMessage("Bonjou")
  const [hello, thanks] = [`Hello ${user.marker}`, `Thanks ${user.marker}`]
  await openReplies(page)
  await addReply(page, { Title: hello, English: "Hi {name}!", "Kreyòl ayisyen": "Bonjou {name}!" })
  await expectToast(page, "Created Successfully", hello)
  await addReply(page, { Title: thanks, English: "Thank you.", Español: "Gracias." })
  await expectToast(page, "Created Successfully", thanks)
  await page.goto(`/admin/chat?q=${user.marker}`)
  await thread(page, guest.name).click()
  await pane(page).getByRole("button", { name: "Respond" }).click()
  const dialog = page.getByRole("dialog", { name: `Respond to ${guest.name}` })
  const field = dialog.getByLabel("Your reply")
  await field.fill("AB")
  await field.press("ArrowLeft")
  await dialog.getByLabel("Saved reply").selectOption(hello)
  await dialog.getByRole("button", { name: "Insert" }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`ABonjou ${guest.name}!B`)
  await expect(field).toHaveAttribute("lang", "ht")
  await expect(dialog.getByText("Inserted in: Kreyòl ayisyen")).toBeVisible()
  await dialog.getByLabel("Saved reply").selectOption(thanks)
  await dialog.getByRole("button", { name: "Insert" }).click()
  await expect(field).toHaveValue(`ABonjou ${guest.name}!Thank you.B`)
  await expect(field).toHaveAttribute("lang", "en")
  await expect(dialog.getByText("Inserted in: English")).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("by keyboard, a slash offers the saved replies by their titles, and Enter inserts one instead of sending", async ({
  page,
  baseURL,
  user,
}) => {
  const guest = await newGuest(baseURL, user.marker, "ht")
  await guest.sendMessage("Bonjou")
  const title = `Òrè ${user.marker}`
  await openReplies(page)
  await addReply(page, { Title: title, English: "From nine.", "Kreyòl ayisyen": "{name}, depi 9è." })
  await expectToast(page, "Created Successfully", title)
  await page.goto(`/admin/chat?q=${user.marker}`)
  await thread(page, guest.name).click()
  const options = pane(page).getByRole("listbox").getByRole("option")
  await composer(page).fill("Wi. ")
  await composer(page).press("End")
  await page.keyboard.type("/xyz")
  await expect(options).toHaveCount(0)
  for (const _ of "xyz") await page.keyboard.press("Backspace")
  await expect(options.filter({ hasText: title })).toHaveCount(1)
  await page.keyboard.type("ore")
  await expect(options.filter({ hasText: title })).toHaveAttribute("aria-selected", "true")
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(options).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press("Backspace")
  await page.keyboard.press("Enter")
  await expect(composer(page)).toHaveValue(`Wi. ${guest.name}, depi 9è.`)
  await expect(composer(page)).toHaveAttribute("lang", "ht")
  await expect(pane(page).getByRole("log").getByText("depi")).toHaveCount(0)
  await composer(page).fill("")
  await pane(page).getByRole("button", { name: "Saved reply" }).click()
  await options.filter({ hasText: title }).click()
  await expect(composer(page)).toHaveValue(`${guest.name}, depi 9è.`)
})
