import { existsSync } from "node:fs"
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const
export const BROWSERS = [
  process.env["BROWSER_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-headless-shell",
]

/** From 0 to 100; undefined without a browser. Without Arial, Roboto or Liberation Sans pages shift, as on no phone. */
export async function measureScores(url: string): Promise<Record<string, number> | undefined> {
  const chromePath = BROWSERS.find((path) => existsSync(path))
  if (!chromePath) return undefined
  const chrome = await launch({
    chromePath,
    chromeFlags: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
    ],
  })
  try {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: [...CATEGORIES], logLevel: "error" })
    return Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round((result?.lhr.categories[category]?.score ?? 0) * 100)]),
    )
  } finally {
    chrome.kill()
  }
}
