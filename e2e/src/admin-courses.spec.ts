import { expect } from "@playwright/test"
import { pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { createCourse, publishText, stopInLesson } from "./courses.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

test("an administrator sees by keyboard where learners of a course stop, and takes a lesson offline", async ({
  page,
  browser,
  baseURL,
  user,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const learner = await browser.newPage()
  await register(learner, user, baseURL)
  const { slug, title, lessonIds } = await createCourse(sql, user.marker)
  const [lesson = ""] = lessonIds
  await publishText(page, baseURL, lesson)
  await stopInLesson(learner, baseURL, lesson)
  await learner.close()
  await page.goto(`/admin/courses?q=${user.marker}`)
  await expect(row(page, title)).toContainText("Learners: 1. Completed: 0.")
  await row(page, title).press("Enter")
  await expect(pane(page).getByRole("row", { name: /English/ })).toContainText("English1011")
  await pane(page).getByRole("link", { name: "Lessons and figures" }).press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused()
  const figures = page.getByRole("table", { name: "Lessons and where people stop" })
  await expect(figures.getByRole("row", { name: /1\. / }).getByRole("cell")).toHaveText([
    "1",
    "0",
    "1, most of them at part 2",
    "greeting: 1 of 1",
  ])
  expect(await axe(page)).toEqual([])
  expect((await page.request.get(`/learn/${slug}/lesson-1`)).status()).toBe(200)
  await page.getByRole("button", { name: /^Take offline.*Greetings/ }).press("Enter")
  await expect(page.getByRole("button", { name: /^Publish.*Greetings/ })).toBeFocused()
  await expect.poll(async () => (await page.request.get(`/learn/${slug}/lesson-1`)).status()).toBe(404)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test("a lesson's text is written beside its working exercises, kept over a reload, and published", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const { slug, lessonIds } = await createCourse(sql, user.marker)
  const [lesson = ""] = lessonIds
  await publishText(page, baseURL, lesson)
  await page.goto(`/admin/lessons/${lesson}`)
  const text = page.getByRole("textbox", { name: "Text of the lesson, in Markdown" })
  const preview = page.getByRole("region", { name: "As readers will see it" })
  await preview.getByLabel("Diri").check()
  await preview.getByRole("button", { name: "Check" }).click()
  await expect(preview).toContainText("That is rice.")
  expect(await axe(page)).toEqual([])
  const written = await text.inputValue()
  await text.fill(written.replace("type: choice", "type: chioce"))
  await expect(preview.getByRole("status").first()).toContainText(/^Line \d+: /)
  await expect(preview).toContainText("Which one is a greeting?")
  await preview.getByRole("button", { name: "Go to the line" }).press("Enter")
  await expect(text).toBeFocused()
  await text.fill(written.replace("in the morning", "at noon"))
  await expect(preview).toContainText("People greet each other at noon.")
  page.once("dialog", (dialog) => void dialog.accept())
  await page.reload()
  await expect(text).toHaveValue(/at noon/)
  await page.getByRole("button", { name: "Publish" }).press("Enter")
  await expect(page.getByText("Text published", { exact: true })).toBeVisible()
  await page.goto(`/learn/${slug}/lesson-1`)
  await expect(page.getByText("People greet each other at noon.")).toBeVisible()
})

test("when somebody else saved the draft, both texts are shown and mine can be kept", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const { lessonIds } = await createCourse(sql, user.marker)
  const [lesson = ""] = lessonIds
  await publishText(page, baseURL, lesson)
  await page.goto(`/admin/lessons/${lesson}?language=fr`)
  await page.getByRole("button", { name: "Start with the English text" }).click()
  const text = page.getByRole("textbox", { name: "Text of the lesson, in Markdown" })
  await text.fill((await text.inputValue()).replace("People greet", "Mine greet"))
  const theirs = (await text.inputValue()).replace("Mine greet", "Theirs greet")
  await page.request.put(`/api/admin/lessons/${lesson}/texts/fr/draft`, {
    data: { content: theirs, version: null },
    headers: { origin: baseURL ?? "" },
  })
  await page.getByRole("button", { name: "Save the draft" }).press("Enter")
  const conflict = page.getByRole("region", { name: "Somebody else saved this in the meantime" })
  await expect(conflict).toContainText("Theirs greet")
  expect(await axe(page)).toEqual([])
  await conflict.getByRole("button", { name: "Keep mine" }).press("Enter")
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Delete the draft" }).click()
  await page.getByRole("button", { name: /^Undo/ }).click()
  await expect(text).toHaveValue(/Mine greet/)
})

test("when somebody else published the text meanwhile, mine is not saved over it and nothing is lost", async ({
  page,
  baseURL,
  user,
  sql,
}) => {
  await signInAsAdmin(page, baseURL)
  const { lessonIds } = await createCourse(sql, user.marker)
  const [lesson = ""] = lessonIds
  await publishText(page, baseURL, lesson)
  await page.goto(`/admin/lessons/${lesson}?language=en`)
  const text = page.getByRole("textbox", { name: "Text of the lesson, in Markdown" })
  const written = await text.inputValue()
  await text.fill(written.replace("People greet", "Mine greet"))
  const headers = { origin: baseURL ?? "" }
  const url = `/api/admin/lessons/${lesson}/texts/en`
  await page.request.put(`${url}/draft`, {
    data: { content: written.replace("People greet", "Theirs greet") },
    headers,
  })
  expect((await page.request.post(`${url}/publication`, { data: {}, headers })).status()).toBe(200)
  await page.getByRole("button", { name: "Publish" }).press("Enter")
  const conflict = page.getByRole("region", { name: "Somebody else saved this in the meantime" })
  await expect(conflict).toContainText("Theirs greet")
  await expect(conflict).toContainText("Mine greet")
  expect((await (await page.request.get(url)).json()).draft).toBeNull()
  await conflict.getByRole("button", { name: "Take theirs" }).press("Enter")
  await expect(text).toHaveValue(/Theirs greet/)
})
