import { readFile } from "node:fs/promises"
import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { insertShortLessons, SHORT_COURSE, SHORT_LESSONS } from "./lessons.ts"
import { openProfileTab, register, usernameOf } from "./members.ts"
import { saveCourse } from "./offline-pages.ts"

test.use({ serviceWorkers: "allow" })

test("a saved course goes to another device as a file and opens there without a connection, unless it was changed", async ({
  page,
  context,
  browser,
  baseURL,
  sql,
}) => {
  await insertShortLessons(sql)
  await saveCourse(page, SHORT_COURSE)
  await context.setOffline(true)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Save as a file \(about \d+\sKB\)$/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe("Short lessons.zip")
  await expect(page.getByText(/^Short lessons\.zip \(\d+\sKB\) is in the downloads/)).toBeVisible()
  const content = await readFile(await download.path())
  const headersOfFirst = await savedHeaders(page)

  const other = await browser.newContext({ baseURL: baseURL ?? "", serviceWorkers: "allow" })
  const phone = await other.newPage()
  await phone.goto("/saved")
  await expect(phone.getByRole("heading", { name: "Open a course file" })).toBeVisible()
  await expect.poll(() => canOpenFiles(phone)).toBe(true)
  await other.setOffline(true)
  await phone.goto("/saved")
  const open = (buffer: Buffer) =>
    phone.getByLabel("Choose the file").setInputFiles({ name: "course.zip", mimeType: "application/zip", buffer })
  const changed = Buffer.from(content)
  changed[content.length >> 1] = (changed[content.length >> 1] ?? 0) ^ 1
  await open(changed)
  await expect(phone.getByText("This is no course file, or it is damaged. Nothing of it was saved.")).toBeVisible()
  expect(await phone.evaluate(async () => (await (await caches.open("saved")).keys()).length)).toBe(0)
  await open(content)
  await expect(phone.getByText("It is on this device now and opens without a connection.")).toBeVisible()
  expect(await axe(phone)).toEqual([])
  expect(await savedHeaders(phone)).toEqual(headersOfFirst)
  await phone.locator(".open-file").getByRole("link", { name: "Open the course" }).click()
  await phone.waitForURL(`**${SHORT_COURSE}`)
  for (const lesson of SHORT_LESSONS) {
    await phone.goto(lesson)
    await expect(phone.locator("article h1")).toBeVisible()
    expect(new URL(phone.url()).pathname).toBe(lesson)
  }
  await share(phone, content)
  await expect(phone.getByText("This device already has this version.")).toBeVisible()
  await other.close()
})

test("a code from the old device signs in a new one, which has no script and gets no email", async ({
  page,
  browser,
  baseURL,
  user,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard")
  await openProfileTab(page)
  await page.getByRole("button", { name: "Show a code" }).click()
  const digits = page.locator(".device-code-digits")
  await expect(digits).toHaveText(/^\d{3} \d{3}$/)
  expect(await axe(page)).toEqual([])
  const code = await digits.innerText()

  const context = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false })
  const phone = await context.newPage()
  await phone.goto("/login")
  await phone.getByRole("link", { name: "I have a code from my other device" }).click()
  const send = async (input: string) => {
    await phone.getByLabel("Username or Email").fill(usernameOf(user))
    await phone.getByLabel("Code from the other device").fill(input)
    await phone.getByRole("button", { name: "Sign In" }).click()
  }
  await send(code === "000 000" ? "000 001" : "000 000")
  await expect(phone.getByText("This code is not right or no longer works.")).toBeVisible()
  await send(code)
  await phone.waitForURL("**/member-dashboard")
  expect((await phone.request.get("/api/auth/user")).status()).toBe(200)
  await expect(page.getByText(/is signed in now\. This device stays signed in, too\.$/)).toBeVisible()
  await expect(page.locator(".sessions li")).toHaveCount(2)
  await expect(page.locator(".sessions")).toContainText(/Signed in with a code from /)
  await context.close()
})

/** Whether a device has the page that opens files, and what checks them with all that it imports. */
const canOpenFiles = (page: Page) =>
  page.evaluate(async () => {
    const seen = await caches.open("seen")
    const addresses = (await seen.keys()).map(({ url }) => url)
    const needed = addresses.filter((address) => address.includes("/assets/take-course"))
    for (const address of needed) {
      const source = await (await seen.match(address))?.text()
      if (source === undefined) return false
      const imports = [...source.matchAll(/from"(\.\/[^"]+)"/g)].map(([, path = ""]) => new URL(path, address).href)
      needed.push(...imports.filter((imported) => !needed.includes(imported)))
    }
    return needed.length > 1 && addresses.some((address) => new URL(address).pathname === "/saved")
  })

/** The headers of every saved file by its address. */
const savedHeaders = (page: Page) =>
  page.evaluate(async () => {
    const saved = await caches.open("saved")
    const entries = (await saved.keys()).map(async (request) => {
      const headers = [...((await saved.match(request))?.headers ?? [])]
      return [new URL(request.url).pathname, headers] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })

/** Does what a phone does when another app shares a file with the installed app. */
async function share(page: Page, content: Buffer): Promise<void> {
  await page.goto("/saved")
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      enctype: "multipart/form-data",
      action: "/saved",
    })
    form.append(Object.assign(document.createElement("input"), { type: "file", name: "course", id: "shared" }))
    document.body.append(form)
  })
  const input = page.locator("#shared")
  await input.setInputFiles({ name: "course.zip", mimeType: "application/zip", buffer: content })
  await input.evaluate((element) => (element as HTMLInputElement).form?.requestSubmit())
}
