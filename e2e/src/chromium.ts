import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"

const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

// `npm test` looks harder (scripts/browser.ts) and names what it found in BROWSER_PATH.
const PLACES = [process.env["BROWSER_PATH"], chromium.executablePath(), "/usr/bin/chromium", "/usr/bin/google-chrome"]

/** Which browser, and how it is started. */
export const CHROMIUM = {
  executablePath: PLACES.find((path) => path && existsSync(path)) ?? chromium.executablePath(),
  // Chromium's own walls need rights that root, of all users, does not have in a container.
  args: process.getuid?.() === 0 ? [...QUIET, "--no-sandbox"] : QUIET,
}
