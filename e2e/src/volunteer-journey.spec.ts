import { type Browser, expect, type Page } from "@playwright/test"
import { newAdmin } from "./accounts.ts"
import { pane, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import type { Sql } from "./db.ts"
import { test } from "./fixtures.ts"
import { waitUntilShown } from "./hours.ts"
import { confirmStep, recordStep, SCREENING_STEP_NAMES } from "./screenings.ts"

const PASSWORD = "Anba pye mango 7!"
const DAY_MS = 86_400_000
const PHONE = { width: 390, height: 844 }

const ENGLISH = {
  base: "",
  apply: "Apply as a mentor",
  send: "Send my application",
  thanks: "Thank you. We have your application.",
  mentor: "Mentor",
  tutoring: "Tutoring",
  settings: "Start here",
  settingsSaved: "Open an hour below, and students can book it.",
  hours: "Your open hours",
  openHours: "Open hours",
  free: "Free",
  requested: "Appointment Requested!",
  next: "Your next session",
  ended: "How did it go?",
  report: "Say how it went",
  met: "Yes, we met",
  sendReport: "Send the report",
  given: "Hours you gave",
  makeProof: "Make a proof of hours",
  download: /Download as PDF/,
  open: /^Open/,
  proof: "Proof of hours",
}

const KREYOL: typeof ENGLISH = {
  base: "/ht",
  apply: "Aplike pou vin mantò",
  send: "Voye aplikasyon mwen an",
  thanks: "Mèsi. Nou resevwa aplikasyon ou an.",
  mentor: "Mantò",
  tutoring: "Tutora",
  settings: "Kòmanse isit la",
  settingsSaved: "Louvri yon lè pi ba a, epi elèv yo ka rezève l.",
  hours: "Lè ou louvri yo",
  openHours: "Louvri lè",
  free: "Lib",
  requested: "Nou resevwa demann seyans ou an!",
  next: "Pwochen seyans ou",
  ended: "Kijan sa te pase?",
  report: "Di kijan sa te pase",
  met: "Wi, nou te rankontre",
  sendReport: "Voye rapò a",
  given: "Èdtan ou bay",
  makeProof: "Fè yon prèv",
  download: /Telechaje an PDF/,
  open: /^Louvri/,
  proof: "Prèv èdtan",
}

test.use({ timezoneId: "America/Port-au-Prince", viewport: PHONE })

// Of two tutors who opened the same hour, either gets the session.
test.beforeEach(({ sql }) => sql`delete from available_time_slots`)
test.afterEach(({ sql }) => sql`delete from available_time_slots`)

for (const [language, words] of Object.entries({ English: ENGLISH, Kreyòl: KREYOL })) {
  test(`in ${language}, by keyboard, a volunteer goes from /cares to a session that took place and the proof of its hour`, async ({
    page,
    browser,
    baseURL,
    request,
    sql,
    user,
  }) => {
    await apply(page, words, user)
    await admit(browser, baseURL, sql, user.email)

    // The new role ended the session.
    await page.goto(`${words.base}/login`)
    await page.locator("main [autocomplete=username]").fill(user.email)
    await page.locator("main [name=password]").fill(PASSWORD)
    await page.keyboard.press("Enter")
    await page.waitForURL(`**${words.base}/member-dashboard`)
    await page.getByRole("link", { name: words.tutoring, exact: true }).press("Enter")
    const start = page.getByRole("region", { name: words.settings })
    await expect(start.locator("[name=timeZone]")).toHaveValue("America/Port-au-Prince")
    await start.locator("[name=meetingUrl]").fill("https://meet.example.org/mireille")
    await page.keyboard.press("Enter")
    await expect(page.getByText(words.settingsSaved)).toBeVisible()
    expect(await axe(page)).toEqual([])

    const hours = page.getByRole("region", { name: words.hours })
    await hours.getByRole("button", { name: words.openHours }).press("Enter")
    const opening = page.getByRole("dialog")
    expect(await axe(page)).toEqual([])
    await opening.locator("[name=date]").fill(new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10))
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(hours.getByRole("listitem")).toContainText(words.free)
    const [hour] = await (await page.request.get("/api/tutor/slots")).json()
    await waitUntilShown(request, hour.startsAt, `${words.base}/schedule`)

    const guest = await browser.newContext({ ...(baseURL && { baseURL }), timezoneId: "America/Port-au-Prince" })
    const student = await guest.newPage()
    const email = `widline-${user.marker}@example.org`
    await book(student, words, { email, lastName: user.marker, startsAt: hour.startsAt })
    await approve(browser, baseURL, user.marker)

    await page.reload()
    const next = page.getByRole("region", { name: words.next })
    await expect(next.getByRole("article")).toContainText("Widline")
    await expect(page.locator("#main")).not.toContainText(user.marker)
    expect(await axe(page)).toEqual([])

    // The hour has passed.
    await sql`update appointments set preferred_date = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where student_email = ${email}`
    await page.reload()
    const ended = page.getByRole("region", { name: words.ended })
    await ended.getByRole("button", { name: words.report }).press("Enter")
    await ended.getByRole("radio", { name: words.met }).press("Space")
    expect(await axe(page)).toEqual([])
    await ended.getByRole("button", { name: words.sendReport }).press("Enter")
    const given = page.getByRole("region", { name: words.given })
    await given.getByRole("button", { name: words.makeProof }).press("Enter")
    expect(await axe(page)).toEqual([])
    await page.getByRole("dialog").getByRole("button", { name: words.makeProof }).press("Enter")
    const paper = given.getByRole("link", { name: words.download })
    const pdf = await page.request.get((await paper.getAttribute("href")) ?? "")
    expect(pdf.headers()["content-type"]).toBe("application/pdf")

    await student.goto((await given.getByRole("link", { name: words.open }).getAttribute("href")) ?? "")
    const sheet = student.getByRole("region", { name: words.proof })
    await expect(sheet).toContainText("Mireille Jean")
    expect(await axe(student)).toEqual([])
    await guest.close()
  })
}

/** From the card on /cares to the page that shows where the application stands. */
async function apply(page: Page, words: typeof ENGLISH, { email }: { readonly email: string }): Promise<void> {
  await page.goto(`${words.base}/cares`)
  expect(await axe(page)).toEqual([])
  await page.getByRole("link", { name: words.apply }).press("Enter")
  const form = page.locator("#apply form")
  const answers = {
    firstName: "Mireille",
    lastName: "Jean",
    email,
    motivation: "My neighbor taught me, and I want to pass it on.",
    languages: "Kreyòl, English",
  }
  for (const [name, answer] of Object.entries(answers)) await form.locator(`[name=${name}]`).fill(answer)
  await form.locator("[name=timezone]").selectOption("America/Port-au-Prince")
  await form.locator("[name=consent]").press("Space")
  expect(await axe(page)).toEqual([])
  await form.getByRole("button", { name: words.send }).press("Enter")
  await expect(page.getByRole("heading", { name: words.thanks })).toBeFocused()
  expect(await axe(page)).toEqual([])
  const account = page.locator("#account")
  await expect(account.locator("[name=username]")).toHaveValue("mireille-jean")
  await account.locator("[name=username]").fill(email.slice(0, 20))
  await account.locator("[name=password]").fill(PASSWORD)
  await account.locator("[name=confirmPassword]").fill(PASSWORD)
  await account.locator("[name=confirmPassword]").press("Enter")
  await page.waitForURL(`**${words.base}/application`)
  await expect(page.getByRole("article", { name: words.mentor })).toBeVisible()
  expect(await axe(page)).toEqual([])
}

/** What two administrators do in weeks: they move the application on, and record and confirm the five steps. */
async function admit(browser: Browser, baseURL: string | undefined, sql: Sql, email: string): Promise<void> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const admin = await context.newPage()
  await signInAsAdmin(admin, baseURL)
  const colleague = await newAdmin(browser, baseURL, sql)
  const [application] = await sql<{ id: string; user_id: string }[]>`
    select id, user_id from volunteer_applications where email = ${email}`
  const toApplication = () => admin.goto(`/admin/volunteers?open=${application?.id}`)
  const screening = `/admin/screenings?open=${application?.user_id}`
  await toApplication()
  await move(admin, "Invite to an interview")
  await move(admin, "Start the screening")
  await admin.goto(screening)
  for (const name of SCREENING_STEP_NAMES) await recordStep(admin, name)
  expect(await axe(admin)).toEqual([])
  await colleague.goto(screening)
  for (const name of SCREENING_STEP_NAMES) await confirmStep(colleague, name)
  await colleague.context().close()
  await toApplication()
  await move(admin, "Start the training")
  await move(admin, "Make active")
  expect(await axe(admin)).toEqual([])
  await context.close()
}

/** By the keyboard alone. */
async function move(admin: Page, name: string): Promise<void> {
  await pane(admin).getByRole("button", { name }).press("Enter")
  const dialog = admin.getByRole("dialog", { name })
  await expect(dialog.getByRole("region", { name: /^Email to Mireille/ })).toContainText("Mireille")
  await dialog.getByRole("button", { name }).press("Enter")
  await expect(pane(admin).getByRole("heading", { name: "Mireille Jean" })).toBeFocused()
  await expect(pane(admin).getByRole("button", { name })).toHaveCount(0)
}

interface Booking {
  readonly email: string
  readonly lastName: string
  readonly startsAt: string
}

async function book(page: Page, words: typeof ENGLISH, { email, lastName, startsAt }: Booking): Promise<void> {
  await page.goto(`${words.base}/schedule`)
  const form = page.locator("#schedule form")
  await form.locator(`input[type="radio"][value="${startsAt}"]`).press("Space")
  await form.locator("[name=studentName]").fill(`Widline ${lastName}`)
  await form.locator("[name=studentEmail]").fill(email)
  await form.locator("[name=sessionType]").selectOption("tutoring")
  await form.locator("[name=subject]").selectOption("coding")
  expect(await axe(page)).toEqual([])
  await form.locator("[type=submit]").press("Enter")
  await expect(page.getByRole("heading", { name: words.requested })).toBeVisible()
  expect(await axe(page)).toEqual([])
}

async function approve(browser: Browser, baseURL: string | undefined, name: string): Promise<void> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const admin = await context.newPage()
  await signInAsAdmin(admin, baseURL)
  await admin.goto("/admin/calendar")
  const waiting = admin.getByRole("listitem").filter({ hasText: name })
  await expect(waiting).toBeVisible()
  expect(await axe(admin)).toEqual([])
  await waiting.getByRole("button", { name: "Approve" }).press("Enter")
  await expect(waiting).toHaveCount(0)
  await context.close()
}
