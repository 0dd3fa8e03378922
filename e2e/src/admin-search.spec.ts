import { expect, type Page, type Route } from "@playwright/test"
import { openTwoContacts, pane, row, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"

const field = (page: Page) => page.getByRole("combobox", { name: "Search everything" })
const option = (page: Page, name: RegExp | string) => page.getByRole("option", { name })

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test("Ctrl K finds records, pages and lists by the keyboard, and Escape returns to where the focus was", async ({
  page,
  baseURL,
  sql,
  user: { marker },
}) => {
  await sql`
    insert into memberships (id, name, email, created_at)
    select uuidv7(), ${`Member ${marker} `}::text || n, ${`${marker}-`}::text || n || '@example.org',
      now() + n * interval '1 second'
    from generate_series(1, 6) n`
  await openTwoContacts(page, baseURL, marker)
  await row(page, `Stanley ${marker}`).focus()
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await page.route(/admin-search/, (route) => loaded.then(() => route.continue()))
  await page.keyboard.press("Control+k")
  // What is typed before the search has loaded counts.
  const [start, end] = [marker.slice(0, 3), marker.slice(3)]
  await page.keyboard.type(start)
  load()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(end.toUpperCase())
  await expect(option(page, /^Member/)).toHaveCount(5)
  await expect(field(page)).toHaveAttribute("aria-expanded", "true")
  await expect(page.locator("[aria-selected=true]")).toHaveText(/Member .* 6/)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(row(page, `Stanley ${marker}`)).toBeFocused()

  await page.keyboard.press("Control+k")
  await page.keyboard.type(`Fabiola ${marker}`)
  await expect(option(page, /Fabiola/)).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(field(page)).toBeHidden()
  await expect(pane(page).getByRole("heading", { level: 2, name: `Fabiola ${marker}` })).toBeVisible()

  await page.keyboard.press("Control+k")
  await page.keyboard.type(marker)
  await page.getByText("All 6 results in Memberships").waitFor()
  for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/admin/memberships\\?q=${marker}$`))
  await expect(page.getByRole("heading", { level: 1, name: "Memberships" })).toBeFocused()
  await expect(page.getByText("6 in all")).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole("button", { name: "Search everything" }).click()
  await page.keyboard.type("don")
  await expect(option(page, "Donations")).toBeVisible()
  expect(await page.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: "Donations" })).toBeFocused()
})

test("a late reply to an older text replaces nothing, and a failed search can be repeated", async ({
  page,
  baseURL,
  user: { marker },
}) => {
  await openTwoContacts(page, baseURL, marker)
  const isFor = (name: string) => (url: URL) => url.pathname.endsWith("/search") && url.search.includes(name)
  const { promise: held, resolve: hold } = Promise.withResolvers<Route>()
  await page.route(isFor("Stanley"), hold)
  await page.keyboard.press("Control+k")
  await field(page).fill(`Stanley ${marker}`)
  const older = await held
  await field(page).fill(`Fabiola ${marker}`)
  await expect(option(page, /Fabiola/)).toBeVisible()
  await older.continue()
  await page.unroute(isFor("Stanley"))

  await page.route(isFor("Nobody"), (route) => route.abort())
  await field(page).fill(`Nobody ${marker}`)
  await expect(page.getByRole("alert")).toBeVisible()
  await expect(option(page, /Stanley/)).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole("button", { name: "Try Again" }).click()
  await expect(page.getByText("Nothing found.")).toBeVisible()
  await expect(field(page)).toBeFocused()
  await field(page).fill(marker)
  await expect(option(page, /Fabiola|Stanley/)).toHaveCount(2)
})
