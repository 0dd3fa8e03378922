import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { messages } from "./chats.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

const PHONE = { width: 390, height: 844 }
const dialog = (page: Page) => page.getByRole("dialog", { name: "Let's look at it together" })
const question = (page: Page) => dialog(page).getByLabel("Your question")

async function openLesson(page: Page): Promise<void> {
  await page.goto("/learn/python-for-beginners")
  await page.locator(".course-part a").first().click()
  await page.waitForURL("**/learn/python-for-beginners/*")
}

test("after four wrong tries a member asks for help without a connection, and it is sent once", async ({
  page,
  context,
  user,
  baseURL,
  sql,
}) => {
  await page.setViewportSize(PHONE)
  await register(page, user, baseURL)
  await openLesson(page)
  const dock = page.locator(".lesson-dock").getByRole("button", { name: "I'm stuck" })
  await expect(dock).toBeVisible()
  const exercise = page.locator("section.exercise").first()
  for (let tries = 1; tries <= 4; tries++) {
    await exercise.getByRole("radio").first().check()
    await exercise.getByRole("button", { name: "Check" }).click()
    await expect(exercise.getByText(`Try ${tries + 1}`)).toBeVisible()
  }
  await expect(dock).toBeHidden()
  const offer = page.locator(".lesson-offer")
  await expect(offer).toContainText("Your tries go along.")
  // The wrong tries have loaded the dialog's script.
  await expect(page.locator("#help [data-hydrated]")).toHaveCount(1)
  await context.setOffline(true)
  await offer.getByRole("button").focus()
  await page.keyboard.press("Enter")
  await expect(question(page)).toHaveValue("Exercise 1 of 3: I tried it and it is not right yet. What am I missing?")
  await expect(dialog(page).locator("pre")).toHaveText(Array<string>(3).fill("print(Bonswa)"))
  expect(await axe(page)).toEqual([])
  await question(page).fill("Why is this wrong?")
  await dialog(page).getByLabel("Answer me in").selectOption("Kreyòl ayisyen")
  await dialog(page).getByRole("button", { name: "Send my question" }).click()
  await expect(dialog(page).getByText("Waiting for a connection")).toBeVisible()

  // The server has the question, but its reply is lost.
  await page.route(
    "**/api/lessons/*/help",
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await context.setOffline(false)
  await expect(dialog(page).getByText("Sent", { exact: true })).toBeVisible()
  const stored =
    await sql`select question, language, exercise_id is not null as exercise, jsonb_array_length(tries) as tries
    from help_requests where user_id = (select id from users where email = ${user.email})`
  expect([...stored]).toEqual([{ question: "Why is this wrong?", language: "ht", exercise: true, tries: 3 }])
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole("button", { name: "Open the chat" }).click()
  await expect(messages(page)).toContainText(["Why is this wrong?"])
  await sql`delete from chat_threads where user_id = (select id from users where email = ${user.email})`
})

test("the draft of a question is gone for the next person on the same phone", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await openLesson(page)
  const stuck = page.locator(".lesson-aside").getByRole("button", { name: "I'm stuck" })
  await stuck.click()
  await expect(page.locator("#help [data-hydrated]")).toHaveCount(1)
  await question(page).fill("Nobody else may read this.")
  await expect.poll(() => page.evaluate(() => sessionStorage["drafts"])).toContain("Nobody else")
  await page.keyboard.press("Escape")
  await page.locator("header summary").filter({ hasText: "Widline", visible: true }).click()
  await page.getByRole("button", { name: "Sign Out" }).click()
  await page.waitForURL(`${baseURL}/`)
  expect(await page.evaluate(() => sessionStorage["drafts"])).toBeUndefined()
  await register(page, { ...user, email: `second-${user.email}` }, baseURL)
  await openLesson(page)
  await stuck.click()
  await expect(page.locator("#help [data-hydrated]")).toHaveCount(1)
  await expect(question(page)).not.toHaveValue(/Nobody else/)
})

test("a guest's question stays while signing in, and without script the contact form opens", async ({
  page,
  browser,
  baseURL,
}) => {
  await openLesson(page)
  const stuck = page.locator(".lesson-aside").getByRole("button", { name: "I'm stuck" })
  await stuck.click()
  await expect(page.locator("#help [data-hydrated]")).toHaveCount(1)
  await question(page).fill("What is a string?")
  await expect(dialog(page).getByText("Sign in so that the answer finds you.")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/login")
  await page.goBack()
  await page.waitForURL("**/learn/**")
  if (!(await dialog(page).isVisible())) await stuck.click()
  await expect(question(page)).toHaveValue("What is a string?")
  await page.keyboard.press("Escape")
  await expect(dialog(page)).toBeHidden()
  await expect(stuck).toBeFocused()

  const plain = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  await openLesson(plain)
  await plain.locator(".lesson-aside").getByRole("button", { name: "I'm stuck" }).click()
  await plain.waitForURL("**/contact**")
  await plain.close()
})
