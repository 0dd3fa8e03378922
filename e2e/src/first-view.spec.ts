import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

const ALWAYS = ["/api/auth/user", "/api/user/profile", "/api/appointments", "/api/learning/summary"]
const ON_FIRST_TAB = ["/fragments/en/learning.html", "/api/courses", "/api/user/progress"]

test("the dashboard's first view needs no script that its document does not name, and reads everything once", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const html = await (await page.request.get("/member-dashboard")).text()
  const named = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path)
  expect(named.length).toBeGreaterThan(5)
  const release = await holdScripts(page, (path) => !named.includes(path))
  const paths = recordPaths(page)
  await page.goto("/member-dashboard", { waitUntil: "commit" })
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back, Widline!" })).toBeVisible()
  await expect(page.getByRole("region", { name: "My courses" }).getByRole("listitem")).toHaveCount(3)
  await expect(page.getByRole("region", { name: "Your progress" })).toHaveText("Coding0%Languages0%Cares0%")
  await expect(page.locator("#main .skeleton, #main .loading-overlay")).toHaveCount(0)
  release()
  await page.waitForLoadState("load")
  const reads = [...ALWAYS, ...ON_FIRST_TAB]
  expect(paths.filter((path) => reads.includes(path)).sort()).toEqual(reads.toSorted())
})

test("another tab requests first what it shows, and a guest nothing but who is signed in", async ({
  page,
  user,
  baseURL,
}) => {
  const asGuest = recordPaths(page)
  await page.goto("/member-dashboard/profile")
  await expect(page.getByRole("heading", { level: 1, name: "Access Required" })).toBeVisible()
  expect(asGuest.filter((path) => path.startsWith("/api/"))).toEqual(["/api/auth/user"])
  await register(page, user, baseURL)
  const asMember = recordPaths(page)
  await page.goto("/member-dashboard/profile")
  await expect(page.getByRole("heading", { name: "Personal Information" })).toBeVisible()
  expect(ALWAYS.filter((path) => asMember.filter((other) => other === path).length === 1)).toEqual(ALWAYS)
  expect(asMember).not.toContain("/api/user/progress")
})

test("what the document requested in vain, the view requests again", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  const release = await holdScripts(page)
  await page.route("**/api/learning/summary", (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/learning/summary"))
  await page.goto("/member-dashboard", { waitUntil: "commit" })
  await failed
  release()
  await expect(page.locator("#next-step")).toBeVisible()
  await expect(page.getByRole("alert")).toHaveCount(0)
})

test("a view whose scripts come after somebody else has signed in is that person's", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const release = await holdScripts(page)
  const requested = page.waitForResponse((response) => response.url().endsWith("/api/auth/user"))
  await page.goto("/member-dashboard", { waitUntil: "commit" })
  await requested
  await register(page, { firstName: "Marc", email: `second-${user.email}` }, baseURL)
  release()
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back, Marc!" })).toBeVisible()
})

/** Holds the scripts, or some of them, until the returned function is called. */
async function holdScripts(page: Page, isHeld = (_path: string) => true): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    if (isHeld(pathOf(route.request().url()))) await release.promise
    await route.continue()
  })
  return release.resolve
}

function recordPaths(page: Page): string[] {
  const paths: string[] = []
  page.on("request", (request) => paths.push(pathOf(request.url())))
  return paths
}

const pathOf = (url: string) => new URL(url).pathname
