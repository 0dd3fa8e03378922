import { expect } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { createCourse } from "./courses.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

test("a question from a lesson leads to its conversation, and is settled and opened again by keyboard", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const learner = await browser.newPage()
  await register(learner, user, baseURL)
  const { lessonIds, title } = await createCourse(sql, user.marker)
  const response = await learner.request.post(`${baseURL ?? ""}/api/lessons/${lessonIds[0] ?? ""}/help`, {
    data: {
      id: crypto.randomUUID(),
      exerciseId: "greeting",
      language: "ht",
      question: `Poukisa ${user.marker}?`,
      tries: ['print("Bonjou'],
    },
    headers: { origin: baseURL ?? "" },
  })
  expect(response.status()).toBe(201)
  await learner.close()
  await page.goto(`/admin/questions?q=${user.marker}`)
  await row(page, user.marker).press("Enter")
  await expect(pane(page)).toContainText(title)
  await expect(pane(page).getByRole("listitem")).toHaveText('print("Bonjou')
  expect(await axe(page)).toEqual([])
  await row(page, user.marker).press("e")
  await expect(row(page, user.marker)).toContainText("Settled")
  await pane(page).getByRole("button", { name: "Open again" }).press("Enter")
  await expect(row(page, user.marker)).toContainText("Waiting")
  await page.goto(`/admin/courses?q=${user.marker}`)
  await expect(row(page, title)).toContainText("Questions that wait: 1")
  await page.goto(`/admin/questions?isResolved=false&q=${user.marker}`)
  await row(page, user.marker).click()
  await pane(page).getByRole("link", { name: "Open the conversation" }).click()
  await expect(pane(page)).toContainText(`Poukisa ${user.marker}?`)
})

test("a certificate is found, and revoked with a reason that its page then shows", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const learner = await browser.newPage()
  await register(learner, user, baseURL)
  await learner.close()
  const { id } = await createCourse(sql, user.marker)
  const name = `Naïka ${user.marker}`
  const code = Array.from({ length: 12 }, () => Math.floor(Math.random() * 10)).join("")
  await sql`
    insert into certificates (id, code, user_id, course_id, name, course_title, course_title_en, lesson_count, hours, language, completed_at)
    select uuidv7(), ${code}, id, ${id}, ${name}, 'Kou', 'Course', 2, 1, 'ht', now() from users where email = ${user.email}`
  await page.goto(`/admin/certificates?q=${user.marker}`)
  await row(page, name).press("Enter")
  await expect(pane(page)).toContainText(code.replace(/.{4}(?=.)/g, "$& "))
  await pane(page).getByRole("button", { name: "Revoke" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Revoke this certificate" })
  await dialog.getByRole("button", { name: "Revoke", exact: true }).press("Enter")
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Please say why it is revoked")
  await dialog.getByLabel("Reason").fill("Issued by mistake")
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Revoke", exact: true }).press("Enter")
  await expect(row(page, name)).toContainText("Revoked")
  await pane(page).getByRole("link", { name: "Open the certificate" }).click()
  await expect(page.getByText("Reason: Issued by mistake")).toBeVisible()
})
