import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

test("a member who finishes a course confirms the name once and has the certificate", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const [course] = await (await page.request.get("/api/courses")).json()
  const { lessons } = await (await page.request.get(`/api/courses/${course.id}`)).json()
  const complete = (ids: readonly string[]) =>
    page.request.post("/api/learning/events", {
      data: {
        events: ids.map((lessonId) => ({
          id: crypto.randomUUID(),
          lessonId,
          at: "2026-01-01T12:00:00Z",
          kind: "lesson.completed",
          language: "en",
        })),
      },
      headers: { origin: baseURL ?? "" },
    })
  const [last, ...others] = lessons.map(({ id }: { readonly id: string }) => id)
  await complete(others)
  await page.goto(`/learn/${course.slug}`)
  const card = page.getByRole("region", { name: "Your certificate" })
  await expect(card).toContainText("1 lesson to go.")
  await complete([last])
  await page.goto("/member-dashboard/achievements")
  await page.getByRole("link", { name: "Confirm my name" }).click()
  await page.waitForURL("**/learn/*#certificate")
  const name = card.getByLabel("Your name on the certificate")
  await expect(name).toHaveValue("Widline Jean")
  await expect(card).toContainText("It cannot be changed afterwards.")
  await name.fill(" ")
  await card.getByRole("button", { name: "This is my name" }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute("aria-invalid", "true")
  expect(await axe(page)).toEqual([])
  await name.fill("Widline J.")
  await page.keyboard.press("Enter")
  await expect(card.getByRole("link", { name: "Open my certificate" })).toBeFocused()
  await page.reload()
  const pdf = await card.getByRole("link", { name: "Download as PDF" }).getAttribute("href")
  expect((await page.request.get(pdf ?? "")).headers()["content-type"]).toBe("application/pdf")
  await page.goto("/member-dashboard/achievements")
  await expect(page.getByRole("region", { name: "Your certificates" })).toContainText("Widline J.")
  expect(await axe(page)).toEqual([])
  await page.getByRole("link", { name: "Open my certificate" }).click()
  await page.waitForURL("**/certificate/*")
  await expect(page.getByRole("region", { name: "Certificate" })).toContainText("Widline J.")
  expect(await axe(page)).toEqual([])
})
