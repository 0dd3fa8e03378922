import { expect, type Locator, type Page } from "@playwright/test"

/** The toasts of a page. */
export function toast(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem")
}

/** Expects a toast with this title and message. */
export async function expectToast(page: Page, title: string, message: string): Promise<void> {
  await expect(toast(page)).toContainText(title)
  await expect(toast(page)).toContainText(message)
}
