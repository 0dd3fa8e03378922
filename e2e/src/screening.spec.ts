import { expect } from "@playwright/test"
import { newAccount, newAdmin } from "./accounts.ts"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { cancelRequests } from "./calendars.ts"
import { test } from "./fixtures.ts"
import { openHour, waitUntilShown } from "./hours.ts"
import { confirmStep, recordStep, SCREENING_STEP_NAMES, screeningStep } from "./screenings.ts"
import { expectToast } from "./toast.ts"

const DAY_MS = 86_400_000

test("two administrators screen a tutor, whose hours then appear, and disappear when a step is withdrawn", async ({
  page,
  browser,
  baseURL,
  sql,
  request,
}) => {
  await signInAsAdmin(page, baseURL)
  await cancelRequests(sql)
  const colleague = await newAdmin(browser, baseURL, sql)
  const tutor = await newAccount(browser, baseURL, sql, "Fabiola")
  await sql`update users set role = 'mentor', role_approved_at = now() where id = ${tutor.id}`
  await sql`insert into tutors (user_id, time_zone) values (${tutor.id}, 'America/New_York')`
  const startsAt = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS + 15 * 3_600_000).toISOString()
  await openHour(sql, startsAt, { tutorId: tutor.id })

  await page.goto("/admin?kind=screening")
  await row(page, "Fabiola Jean").click()
  await expect(pane(page)).toContainText("Nobody can book an hour with Fabiola Jean")
  expect(await axe(page)).toEqual([])
  for (const name of SCREENING_STEP_NAMES) await recordStep(page, name)
  await expect(pane(page).getByText("Recorded by you")).toHaveCount(SCREENING_STEP_NAMES.length)

  await colleague.goto(`/admin/screenings?open=${tutor.id}`)
  for (const name of SCREENING_STEP_NAMES) await confirmStep(colleague, name)
  await expect(pane(colleague).getByText("Ends soon")).toBeHidden()
  await expect(pane(colleague).getByText("steps confirmed")).toBeHidden()
  expect(await axe(colleague)).toEqual([])
  await waitUntilShown(request, startsAt)

  await screeningStep(colleague, "Background check").getByRole("button", { name: "Withdraw" }).click()
  const dialog = colleague.getByRole("dialog", { name: "Withdraw: Background check" })
  await dialog.getByLabel("Reason").fill("The provider corrected its answer")
  await dialog.getByRole("button", { name: "Withdraw" }).click()
  await expectToast(colleague, "Screening saved", "Fabiola Jean")
  await expect(screeningStep(colleague, "Background check")).toContainText("The provider corrected its answer")
  const html = async () => (await request.get("/schedule")).text()
  await expect.poll(html, { timeout: 20_000, intervals: [250] }).not.toContain(startsAt)
  await colleague.context().close()
  await tutor.page.context().close()
})
