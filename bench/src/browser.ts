import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "@playwright/test"
import { BROWSERS } from "./lighthouse.ts"
import { ADA } from "./sign-ins.ts"

export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const PROCESSOR_SLOWER = 4

export async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = BROWSERS.find((path) => existsSync(path))
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  })
  await measure(browser)
  await browser.close()
}

/** Makes the processor as slow as a cheap phone's. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_SLOWER })
}

/** What search engines find in all languages; of the pages below a folder the first. */
export async function readPages(url: string): Promise<readonly string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname)
  const folders = new Map(paths.map((path) => [path.replace(/[^/]+$/, ""), path] as const).reverse())
  const isFirst = (path: string) => [...folders.values()].includes(path)
  return paths.filter((path) => isFirst(path) || path.replace(/^\/(fr|ht|es)(?=\/|$)/, "").lastIndexOf("/") <= 0)
}

/** The cookies of the member that `registerAda` has registered. */
export async function signIn(browser: Browser, url: string) {
  const context = await browser.newContext()
  const response = await context.request.post(`${url}/api/auth/login`, { data: ADA, headers: { origin: url } })
  if (!response.ok()) throw new Error(`the sign-in responded with ${response.status()}`)
  const { cookies } = await context.storageState()
  await context.close()
  return cookies
}

export type Cookies = Awaited<ReturnType<typeof signIn>>
