import { expect } from "@playwright/test"
import { pane, row, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

test("the emails to a person open by keyboard, after a failure too, each in its own language", async ({
  page,
  baseURL,
  sql,
  user: { email, marker },
}) => {
  await signInAsAdmin(page, baseURL)
  await sendContactMessage(page, baseURL, { name: `Fabiola ${marker}`, email, message: "Where is my receipt?" })
  const listed = async () => (await sql`select id from sent_emails where address = ${email}`).length
  await expect.poll(listed).toBe(1)
  await sql`insert into sent_emails (id, key, address, subject, language, sent_at)
    values (uuidv7(), ${marker}, ${email}, 'Resi ou 2026-000123', 'ht', now() - interval '1 day')`
  let calls = 0
  await page.route("**/api/admin/contacts/*/emails", (route) =>
    ++calls === 1
      ? route.fulfill({ status: 500, json: { code: "server.broke", message: "Broken" } })
      : route.fallback(),
  )
  await page.goto(`/admin/contacts?q=${marker}`)
  await row(page, `Fabiola ${marker}`).click()
  const summary = pane(page).locator("summary").filter({ hasText: "Emails" })
  await summary.focus()
  expect(calls).toBe(0)
  await page.keyboard.press("Enter")
  await pane(page).getByRole("alert").getByRole("button").press("Enter")
  const lines = pane(page).getByRole("listitem")
  await expect(lines).toHaveText([/^We have your message.*English$/, /^Resi ou 2026-000123.*Kreyòl ayisyen$/])
  await expect(lines.last().locator("[lang]").first()).toHaveAttribute("lang", "ht")
  await expect(pane(page)).toContainText(`To ${email}`)
  expect(await axe(page)).toEqual([])
  await sql`delete from sent_emails where address = ${email}`
  await summary.press("Enter")
  // The browser tells of two quick changes once, after both.
  await expect(pane(page).locator("details ul")).toHaveCount(0)
  await summary.press("Enter")
  await expect(pane(page)).toContainText("No email is listed.")
  expect(await axe(page)).toEqual([])
})
