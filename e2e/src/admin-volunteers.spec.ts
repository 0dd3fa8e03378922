import { expect } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import type { Sql } from "./db.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { expectToast } from "./toast.ts"

async function insertApplication(sql: Sql, marker: string, status = "new", userId: string | null = null) {
  const id = crypto.randomUUID()
  await sql`
    insert into volunteer_applications (id, role, first_name, last_name, email, motivation, status, language, user_id)
    values (${id}, 'mentor', 'Rose', ${marker}, ${`${marker}@example.org`}, 'Mwen renmen anseye timoun.', ${status}, 'ht', ${userId})`
  return id
}

test("an application is invited by keyboard with a previewed email, gets a next step, and leaves Today", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  const id = await insertApplication(sql, user.marker)
  await signInAsAdmin(page, baseURL)
  await page.goto(`/admin?kind=application&q=${user.marker}`)
  await row(page, user.marker).press("Enter")
  await expect(pane(page).getByRole("heading", { name: `Rose ${user.marker}` })).toBeVisible()
  await expect(pane(page).getByRole("list", { name: "Where this person is" })).toContainText("Interview")
  await pane(page).getByRole("button", { name: "Invite to an interview" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Invite to an interview" })
  const email = dialog.getByRole("region", { name: "Email to Rose (Kreyòl ayisyen)" })
  await expect(email).toContainText("Bonjou Rose")
  await dialog.getByLabel("Personal line").fill("Nou kontan li istwa ou.")
  await expect(email).toContainText("Nou kontan li istwa ou.")
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Invite to an interview" }).press("Enter")
  await expectToast(page, "Updated Successfully", `Rose ${user.marker}: Interview`)
  await expect(pane(page).getByRole("heading", { name: `Rose ${user.marker}` })).toBeFocused()
  await expect(row(page, user.marker)).toHaveCount(0)

  await page.goto(`/admin/volunteers?status=interview&q=${user.marker}`)
  await expect(row(page, user.marker)).toContainText("Arrange the interview")
  await row(page, user.marker).press("Enter")
  const work = pane(page).getByRole("region", { name: "Who does what next" })
  await expect(work.getByLabel("Owner")).toHaveValue(/./)
  await work.getByLabel("Next step").fill("Call her on Sunday")
  await page.reload()
  await expect(work.getByLabel("Next step")).toHaveValue("Call her on Sunday")
  await sql`update volunteer_applications set next_step = 'Write to her', version = version + 1 where id = ${id}`
  await work.getByRole("button", { name: "Save Changes" }).press("Enter")
  const conflict = page.getByRole("dialog", { name: `Rose ${user.marker}` })
  await expect(conflict.getByRole("heading", { name: "Somebody else saved this in the meantime" })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await conflict.getByRole("button", { name: "Keep mine" }).press("Enter")
  await expect(row(page, user.marker)).toContainText("Call her on Sunday")
  const sent = await sql`select payload ->> 'personalLine' as line from outbox where key like ${`%${id}%`}`
  expect(sent.length).toBe(1)
})

test("a screened mentor becomes active, the account says so, and the history names who looked", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  const member = await browser.newPage()
  await register(member, user, baseURL)
  await member.close()
  const [account] = await sql<{ id: string }[]>`select id from users where email = ${user.email}`
  const userId = account?.id ?? ""
  const id = await insertApplication(sql, user.marker, "training", userId)
  await signInAsAdmin(page, baseURL)
  await page.goto(`/admin/volunteers?open=${id}`)
  await expect(pane(page).getByRole("button", { name: "Make active" })).toBeDisabled()
  await expect(pane(page)).toContainText("the screening is not complete")
  await sql`insert into screenings (user_id, screened_until) values (${userId}, now() + interval '1 day')`
  await page.reload()
  await pane(page).getByRole("button", { name: "Make active" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Make active" })
  await dialog.getByLabel("Send this email").press("Space")
  await expect(dialog.getByRole("region", { name: /^Email to/ })).toHaveCount(0)
  await dialog.getByRole("button", { name: "Make active" }).press("Enter")
  await expect(pane(page).getByRole("button", { name: "Pause" })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(await sql`select from outbox where key like ${`%${id}%`}`).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  await pane(page).getByRole("link", { name: "See the account" }).click()
  await expect(pane(page).getByLabel("Role")).toHaveValue("mentor")
  await page.goto(`/admin/history?about=${id}`)
  await expect(row(page, "Read the application of Rose").first()).toBeVisible()
  await expect(row(page, "Changed the application of Rose")).toBeVisible()
})
