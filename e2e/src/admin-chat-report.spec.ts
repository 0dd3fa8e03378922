import { expect, type Route } from "@playwright/test"
import { pane, signInAsAdmin, thread } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { newGuest } from "./guests.ts"

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test("a report is shown above its conversation until it is settled", async ({ page, baseURL, user }) => {
  const guest = await newGuest(baseURL, user.marker, "fr")
  await guest.sendMessage("Bonjour")
  await page.goto(`/admin/chat?q=${user.marker}`)
  // The report arrives after the server has read the conversation and before the page receives it.
  const reportBeforeResponse = async (route: Route) => {
    const response = await route.fetch()
    await guest.report("On m’a mal parlé.")
    await expect(thread(page, guest.name)).toContainText("Reported")
    await route.fulfill({ response })
  }
  await page.route(/threads\/[\w-]+$/, reportBeforeResponse, { times: 1 })
  await thread(page, guest.name).click()
  const report = pane(page).getByRole("region", { name: "Reported by the visitor" })
  await expect(report.getByText("On m’a mal parlé.")).toHaveAttribute("lang", "fr")
  await expect(thread(page, guest.name)).toContainText("Reported")
  expect(await axe(page)).toEqual([])
  await report.getByRole("button", { name: "Settled" }).click()
  await expect(report).toBeHidden()
  await expect(thread(page, guest.name)).not.toContainText("Reported")
})
