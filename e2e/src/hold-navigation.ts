import type { Page } from "@playwright/test"

/**
 * Keeps a page where it is when it leads on to `path`, so that there is time to look, however slow the machine.
 * @returns leads it on, once it has asked for that itself
 */
export async function holdBack(page: Page, path: string): Promise<() => Promise<void>> {
  const isThere = ({ pathname }: URL) => pathname === path
  // No content: a browser stays.
  await page.route(isThere, (route) => route.fulfill({ status: 204 }))
  const answered = page.waitForResponse(
    (answer) => answer.request().isNavigationRequest() && isThere(new URL(answer.url())),
  )
  return async () => {
    await answered
    await page.unroute(isThere)
    await page.goto(path)
  }
}
