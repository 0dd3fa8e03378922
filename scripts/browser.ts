import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "@playwright/test"
import { installPackages } from "./postgres.ts"
import { programPath } from "./programs.ts"

const DOWNLOADS = "https://cdn.playwright.dev"
const REACHABLE_MS = 3000
const DOWNLOAD_MS = 180_000
// Chromium's headless shell takes half of the time of the whole browser.
const EXECUTABLES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
]
const APPLICATION_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

/**
 * Finds or, as root on Debian, installs a browser, and stores its path in `BROWSER_PATH`.
 * @throws {Error} with instructions, when there is none
 */
export async function findBrowser(): Promise<string> {
  const path =
    configured() ??
    playwrightBrowser() ??
    (await downloadBrowser()) ??
    installedBrowser() ??
    (["chromium-headless-shell", "chromium"].some((name) => installPackages(name)) ? installedBrowser() : undefined)
  if (!path) {
    throw new Error(
      "No browser for the browser tests. Run `npx playwright install --with-deps chromium`, install Chromium or " +
        "Chrome, or set BROWSER_PATH to one. `npm run check` needs none.",
    )
  }
  process.env["BROWSER_PATH"] = path
  return path
}

function configured(): string | undefined {
  const path = process.env["BROWSER_PATH"]
  if (path && !starts(path)) throw new Error(`BROWSER_PATH is ${path}, which does not start as a browser.`)
  return path || undefined
}

function playwrightBrowser(): string | undefined {
  const path = chromium.executablePath()
  return starts(path) ? path : undefined
}

async function downloadBrowser(): Promise<string | undefined> {
  if (process.env["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] || !(await isReachable())) return undefined
  console.log("downloading a browser for the tests ...")
  const args = [programPath("@playwright/test"), "install", "chromium"]
  spawnSync(process.execPath, args, { stdio: "ignore", timeout: DOWNLOAD_MS })
  return playwrightBrowser()
}

/** Without a network the installer would retry for minutes. */
async function isReachable(): Promise<boolean> {
  try {
    await fetch(DOWNLOADS, { method: "HEAD", signal: AbortSignal.timeout(REACHABLE_MS) })
    return true
  } catch {
    return false
  }
}

function installedBrowser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return [...EXECUTABLES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATION_PATHS].find(
    starts,
  )
}

function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
}
