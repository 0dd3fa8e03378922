import { expect, type Page } from "@playwright/test"
import { composer, pane, sendContactMessage, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import type { Sql } from "./db.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"
import { expectToast } from "./toast.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

const list = (page: Page) => page.getByRole("list", { name: "Today" })
const item = (page: Page, text: string) => list(page).getByRole("button", { name: new RegExp(text) })
const kinds = (page: Page) => page.getByRole("group", { name: "What is waiting" })

/** One item of each kind with the marker in its name, the oldest first in this order. */
async function createItems(page: Page, baseURL: string | undefined, sql: Sql, marker: string) {
  const email = `lost-${marker}@example.org`
  await sql`insert into outbox (id, kind, key, payload, last_error, failed_at) values (uuidv7(), 'membership.welcome',
    ${marker}, ${JSON.stringify({ to: email })}::jsonb, 'EENVELOPE 550', now() - interval '5 days')`
  await sendContactMessage(page, baseURL, { name: `Anne ${marker}`, subject: "donation", message: "Nine laptops?" })
  await sql`update contacts set created_at = now() - interval '4 days' where name = ${`Anne ${marker}`}`
  await sql`insert into appointments (id, student_name, student_email, session_type, subject, preferred_date, preferred_time,
    ends_at, priority, created_at, updated_at) values (uuidv7(), ${`Nadège ${marker}`}, 'nadege@example.org', 'mentoring',
    'coding', now() + interval '9 days', '10:00', now() + interval '9 days 1 hour', 'high', now() - interval '3 days', now())`
  await sql`insert into appointments (id, student_name, student_email, session_type, subject, preferred_date, preferred_time,
    ends_at, status, tutor_left, created_at, updated_at) values (uuidv7(), ${`Rose ${marker}`}, 'rose@example.org',
    'mentoring', 'coding', now() + interval '8 days', '10:00', now() + interval '8 days 1 hour', 'approved', true,
    now() - interval '9 days', now() - interval '2 days')`
  const [reported, asking] = [await newGuest(baseURL, `${marker}-a`), await newGuest(baseURL, `${marker}-b`)]
  await reported.sendMessage("Hello")
  await reported.report("Rude")
  await asking.sendMessage("Kijan?")
  return { email, reported, asking }
}

test("what waits is one list, the oldest first, with the counts above it and the nested tabs below", async ({
  page,
  baseURL,
  sql,
  user: { marker },
}) => {
  const { email, reported, asking } = await createItems(page, baseURL, sql, marker)
  await page.goto(`/admin?q=${marker}`)
  await expect(list(page).getByRole("listitem").locator("strong")).toHaveText([
    email,
    `Anne ${marker}`,
    `Nadège ${marker}`,
    `Rose ${marker}`,
    reported.name,
    asking.name,
  ])
  for (const [text, chip] of [
    [email, "Failed email"],
    [`Anne ${marker}`, "Message"],
    [`Nadège ${marker}`, "High prioritySession"],
    [`Rose ${marker}`, "No tutor"],
    [reported.name, "Report"],
    [asking.name, "NewChat"],
  ] as const)
    await expect(item(page, text).locator(".admin-chips")).toHaveText(chip)
  await kinds(page)
    .getByRole("button", { name: /^Sessions \d/ })
    .click()
  await expect(page).toHaveURL(/kind=session/)
  await expect(list(page).getByRole("listitem")).toHaveCount(1)
  await item(page, `Nadège ${marker}`).click()
  await expect(pane(page).getByRole("link", { name: "nadege@example.org" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(pane(page).getByRole("heading", { name: `Nadège ${marker}` })).toBeVisible()
  const rows = await list(page).boundingBox()
  for (const [name, isAbove] of [
    [page.getByRole("list", { name: "Overview" }), true],
    [page.getByRole("tablist", { name: "Latest" }), false],
  ] as const)
    expect(((await name.boundingBox())?.y ?? 0) < (rows?.y ?? 0)).toBe(isAbove)
  const rail = page.getByRole("navigation", { name: "Admin area" })
  for (const name of [/^Overview \d+ waiting$/, /^Contact Forms \d+ waiting$/, /^Calendar Management \d+ waiting$/])
    await expect(rail.getByRole("link", { name })).toBeVisible()
})

test("by keyboard, J moves, R answers, E finishes what can be finished, and an answered chat stays open", async ({
  page,
  baseURL,
  sql,
  user: { marker },
}) => {
  const { email, reported, asking } = await createItems(page, baseURL, sql, marker)
  await page.goto(`/admin?q=${marker}`)
  await expect(item(page, email)).toBeVisible()
  for (const key of ["j", "j", "r"]) await page.keyboard.press(key)
  const dialog = page.getByRole("dialog", { name: `Reply to Anne ${marker}` })
  await expect(dialog.getByLabel("Your reply")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(item(page, `Anne ${marker}`)).toBeFocused()
  await page.keyboard.press("e")
  await expectToast(page, "Updated Successfully", "Done: 1")
  await expect(item(page, `Anne ${marker}`)).toBeHidden()
  await expect(item(page, `Nadège ${marker}`)).toBeFocused()
  await page.keyboard.press("e")
  await expectToast(page, "That did not work", "Session requests, roles and failed emails stay here")
  await expect(item(page, `Nadège ${marker}`)).toBeVisible()
  await item(page, reported.name).focus()
  await page.keyboard.press("e")
  await expect(item(page, reported.name)).toBeHidden()
  await page.keyboard.press("r")
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type("Konsa.")
  await page.keyboard.press("Enter")
  await expectToast(page, "Response Sent", "It is now in the conversation.")
  await expect(item(page, asking.name)).toBeHidden()
  await expect(pane(page).getByRole("log").getByText("Konsa.")).toBeVisible()
  await expect(composer(page)).toBeFocused()
})

test("a failed email names its reason and is sent again", async ({ page, baseURL, sql, user: { marker } }) => {
  const { email } = await createItems(page, baseURL, sql, marker)
  await page.goto(`/admin?q=${marker}&kind=email`)
  await item(page, email).click()
  await expect(pane(page)).toContainText("EENVELOPE 550")
  expect(await axe(page)).toEqual([])
  await pane(page).getByRole("button", { name: "Send again" }).click()
  await expectToast(page, "Updated Successfully", "It is being sent again now.")
  await expect(item(page, email)).toBeHidden()
  await expect(pane(page)).toBeHidden()
})

test("a role chosen at registration waits until an administrator approves it", async ({
  page,
  sql,
  user: { marker },
}) => {
  await sql`insert into users (id, email, first_name, role)
    values (uuidv7(), ${`${marker}@example.org`}, ${`Guerda ${marker}`}, 'mentor')`
  await page.goto(`/admin?q=${marker}&kind=role`)
  await expect(item(page, `Guerda ${marker}`).locator(".admin-chips")).toHaveText("Role")
  await item(page, `Guerda ${marker}`).click()
  await expect(pane(page)).toContainText("This person registered as: Mentor.")
  expect(await axe(page)).toEqual([])
  await pane(page).getByRole("button", { name: "Approve the role" }).click()
  await expectToast(page, "Updated Successfully", "The user's role and approval are saved.")
  await expect(pane(page).getByRole("heading", { name: `Guerda ${marker}` })).toBeFocused()
  await expect(pane(page)).not.toContainText("This person registered as")
  await page.goto(`/admin/users?q=${marker}`)
  await expect(page.getByRole("button", { name: new RegExp(`Guerda ${marker}.*Mentor$`, "s") })).toBeVisible()
})
