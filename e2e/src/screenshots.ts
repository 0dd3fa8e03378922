// Takes a screenshot of every public page at phone and desktop width, in light and dark: `npm run screenshots`.
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { CHROMIUM } from "./chromium.ts"
import { newDataDir, removeDataDir, startProduct } from "./product.ts"
import { PUBLIC_ADDRESSES } from "./public-pages.ts"

const FOLDER = join(import.meta.dirname, "../results/screens")
const WIDTHS = [390, 1440]
const HEIGHT = 900

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const dataDir = newDataDir()
const product = await startProduct(dataDir)
const browser = await chromium.launch(CHROMIUM)
for (const address of [...PUBLIC_ADDRESSES, "/about#chat"]) {
  for (const width of WIDTHS) {
    for (const colorScheme of ["light", "dark"] as const) {
      // With reduced motion every element is in its final place.
      const viewport = { width, height: HEIGHT }
      const page = await browser.newPage({ baseURL: product.url, viewport, colorScheme, reducedMotion: "reduce" })
      await page.goto(address, { waitUntil: "networkidle" })
      const name = `${address.slice(1).replaceAll(/[/#]/g, "-") || "home"}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(FOLDER, name), fullPage: true })
      console.log(`e2e/results/screens/${name}`)
      await page.close()
    }
  }
}
await browser.close()
await product.stop()
removeDataDir(dataDir)
