import type { Page } from "@playwright/test"

/**
 * Holds the page's navigation to `path`, so that a test can inspect the page before it leaves.
 * @returns a function that waits until the page has requested the navigation, and then performs it
 */
export async function holdNavigation(page: Page, path: string): Promise<() => Promise<void>> {
  const isTarget = ({ pathname }: URL) => pathname === path
  // On 204 No Content a browser stays on the current page.
  await page.route(isTarget, (route) => route.fulfill({ status: 204 }))
  const response = page.waitForResponse(
    (candidate) => candidate.request().isNavigationRequest() && isTarget(new URL(candidate.url())),
  )
  return async () => {
    await response
    await page.unroute(isTarget)
    await page.goto(path)
  }
}
