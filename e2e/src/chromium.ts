import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"

const BASE_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

// `npm test` searches more places (scripts/browser.ts) and passes the path in BROWSER_PATH.
const CANDIDATES = [
  process.env["BROWSER_PATH"],
  chromium.executablePath(),
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
]

/** Launch options: the browser's path and its arguments. */
export const CHROMIUM = {
  executablePath: CANDIDATES.find((path) => path && existsSync(path)) ?? chromium.executablePath(),
  // In a container, Chromium refuses to start its sandbox as root.
  args: process.getuid?.() === 0 ? [...BASE_ARGS, "--no-sandbox"] : BASE_ARGS,
}
