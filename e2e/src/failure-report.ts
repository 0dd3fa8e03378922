import type { BrowserContext, Page } from "@playwright/test"

const MAX_LENGTH = 4000

/** Records what goes wrong in a browser, and describes its tabs: the files of a failed run are seldom kept. */
export function recordFailures(context: BrowserContext): () => Promise<string[]> {
  const failures: string[] = []
  context.on("requestfailed", (request) => failures.push(`${request.url()}: ${request.failure()?.errorText}`))
  context.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${response.url()}: ${response.status()}`)
  })
  context.on("weberror", (error) => failures.push(String(error.error())))
  return async () => {
    const tabs = await Promise.all(context.pages().map(describePage))
    return [...tabs, `The browser met: ${failures.join("\n").slice(0, MAX_LENGTH) || "no failure"}`]
  }
}

async function describePage(page: Page): Promise<string> {
  const snapshot = page.locator("body").ariaSnapshot({ timeout: 5000 })
  const shown = await snapshot.catch((error: Error) => error.message)
  const short = shown.replaceAll(/\n *- \/url:.*/g, "").slice(0, MAX_LENGTH)
  const islands = await page.evaluate(countIslands).catch((error: Error) => error.message)
  return `${page.url()}, ${islands}, showed:\n${short}`
}

/** Runs in the page. */
function countIslands(): string {
  const count = (selector: string) => document.querySelectorAll(selector).length
  return `${count("[data-hydrated]")} of ${count("[data-island]")} islands hydrated`
}
