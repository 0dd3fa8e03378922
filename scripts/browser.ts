import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "@playwright/test"
import { installs } from "./postgres.ts"
import { programOf } from "./programs.ts"

const DOWNLOADS = "https://cdn.playwright.dev"
const REACHED_MS = 3000
const DOWNLOAD_MS = 180_000
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"]
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

/**
 * The browser for the tests: `BROWSER_PATH` where it is set, Playwright's own, the machine's, or one that Debian's root
 * may install. What is found is kept in `BROWSER_PATH` for this run.
 * @throws {Error} that says what to do, when there is none
 */
export async function findBrowser(): Promise<string> {
  const found =
    asked() ?? own() ?? (await downloaded()) ?? onMachine() ?? (installs("chromium") ? onMachine() : undefined)
  if (!found) {
    throw new Error(
      "No browser for the browser tests. Run `npx playwright install --with-deps chromium`, install Chromium or " +
        "Chrome, or name one in BROWSER_PATH. `npm run check` runs everything else.",
    )
  }
  process.env["BROWSER_PATH"] = found
  return found
}

function asked(): string | undefined {
  const path = process.env["BROWSER_PATH"]
  if (path && !starts(path)) throw new Error(`BROWSER_PATH names ${path}, which is no browser that starts here.`)
  return path || undefined
}

function own(): string | undefined {
  const path = chromium.executablePath()
  return starts(path) ? path : undefined
}

async function downloaded(): Promise<string | undefined> {
  if (process.env["PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD"] || !(await reachable())) return undefined
  console.log("fetching a browser for the tests ...")
  const words = [programOf("@playwright/test"), "install", "chromium"]
  spawnSync(process.execPath, words, { stdio: "ignore", timeout: DOWNLOAD_MS })
  return own()
}

/** Asked first, because an installer that reaches nobody tries for minutes. */
async function reachable(): Promise<boolean> {
  try {
    await fetch(DOWNLOADS, { method: "HEAD", signal: AbortSignal.timeout(REACHED_MS) })
    return true
  } catch {
    return false
  }
}

function onMachine(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATIONS].find(starts)
}

/** A browser that lacks a library of the machine is no browser. */
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
}
