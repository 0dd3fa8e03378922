import type { Locator, Page } from "@playwright/test"

/** The toast that stands on a page. */
export function toast(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" }).getByRole("listitem")
}
