import { expect, type Locator, type Page } from "@playwright/test"

/** The toast that stands on a page. */
export function toast(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" }).getByRole("listitem")
}

/** A toast says so. */
export async function says(page: Page, title: string, message: string): Promise<void> {
  await expect(toast(page)).toContainText(title)
  await expect(toast(page)).toContainText(message)
}
