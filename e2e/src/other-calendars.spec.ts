import { expect } from "@playwright/test"
import { signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { insertSession, statusOf } from "./calendars.ts"
import { test } from "./fixtures.ts"
import { toast } from "./toast.ts"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

test("a private calendar address is shown once, read by a program, replaced and revoked", async ({
  page,
  baseURL,
  request,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/calendar")
  await page.getByRole("button", { name: "Other calendars" }).click()
  const dialog = page.getByRole("dialog", { name: "Other calendars" })
  await expect(dialog).toContainText("Google Calendar integration is not active.")
  await dialog.getByRole("button", { name: "Make an address" }).click()
  const field = dialog.getByRole("textbox", { name: "Address" })
  const address = await field.inputValue()
  await dialog.getByRole("button", { name: "Copy the address" }).click()
  await expect(dialog.getByRole("status")).toHaveText("The address is copied.")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const read = async (url: string) => {
    const response = await request.get(new URL(url).pathname)
    return [response.status(), (await response.text()).startsWith("BEGIN:VCALENDAR")]
  }
  expect(await read(address)).toEqual([200, true])
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Make a new one" }).click()
  await expect(field).not.toHaveValue(address)
  expect([await read(address), await read(await field.inputValue())]).toEqual([
    [404, false],
    [200, true],
  ])
  await dialog.getByRole("button", { name: "Revoke it" }).click()
  await expect(dialog.getByRole("button", { name: "Make an address" })).toBeVisible()
  await expect(field).toBeHidden()
})

test("what somebody changed in the external calendar is settled in either way", async ({
  page,
  baseURL,
  sql,
  user,
}) => {
  const { marker } = user
  const sessions = [`Nadège ${marker}`, `Kenley ${marker}`]
  const ids: string[] = []
  for (const name of sessions)
    ids.push(await insertSession(sql, { name, at: `2031-04-0${1 + ids.length}T15:00:00Z`, status: "approved" }))
  await sql`insert into calendar_differences (appointment_id, starts_at, ends_at)
    values (${ids[0] ?? ""}, '2031-04-03T15:00:00Z', '2031-04-03T16:00:00Z'), (${ids[1] ?? ""}, null, null)`
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/calendar?date=2031-04-01")
  const differences = page.getByRole("region", { name: "Differences with Google Calendar: 2" })
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name })
  await expect(row(`Nadège ${marker}`).filter({ hasText: "in the calendar on" })).toContainText("April 3, 2031")
  await expect(differences).toContainText(`Kenley ${marker}, April 2, 2031, 11:00 AM: deleted in the calendar.`)
  expect(await axe(page)).toEqual([])
  await differences.getByRole("button", { name: "Move the session" }).click()
  await expect(toast(page).filter({ hasText: "the student gets an email" })).toBeVisible()
  await page
    .getByRole("region", { name: "Differences with Google Calendar: 1" })
    .getByRole("button", { name: "Keep it as it is here" })
    .click()
  await expect(page.getByRole("region", { name: /Differences/ })).toBeHidden()
  const [moved] = await sql<{ at: Date }[]>`select scheduled_at as at from appointments where id = ${ids[0] ?? ""}`
  expect([moved?.at.toISOString(), await statusOf(sql, ids[1] ?? "")]).toEqual(["2031-04-03T15:00:00.000Z", "approved"])
})
