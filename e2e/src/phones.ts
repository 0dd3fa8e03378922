import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Browser, type BrowserContext, chromium } from "@playwright/test"
import { CHROMIUM } from "./chromium.ts"

const PORT_FILE = "DevToolsActivePort"
const START_MS = 60_000

/** A browser process with a profile on disk, which survives it. */
export interface Phone {
  open(): Promise<BrowserContext>
  /** Writes everything to disk: a browser holds new cookies in memory for half a minute. */
  close(): Promise<void>
  /** Ends the process at once, as an empty battery does. */
  kill(): Promise<void>
  dispose(): Promise<void>
}

export function createPhone(): Phone {
  const profile = mkdtempSync(join(tmpdir(), "haitech phone "))
  let child: ChildProcess | undefined
  let browser: Browser | undefined
  const kill = async () => {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, "exit")
    // Its renderers are processes of its group.
    process.kill(-child.pid, "SIGKILL")
    await exited
  }
  return {
    async open() {
      const portFile = join(profile, PORT_FILE)
      rmSync(portFile, { force: true })
      const { executablePath, args } = CHROMIUM
      const own = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"]
      child = spawn(executablePath, [...args, ...own], { detached: true, stdio: "ignore" })
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${await readPort(portFile)}`)
      const [context] = browser.contexts()
      if (!context) throw new Error("the browser has no context")
      return context
    },
    async close() {
      if (!browser || !child) return
      const exited = once(child, "exit")
      const session = await browser.newBrowserCDPSession()
      await session.send("Browser.close").catch(() => undefined)
      await exited
    },
    kill,
    async dispose() {
      await kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readPort(file: string): Promise<string> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    const [port] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : []
    if (port) return port
    await sleep(50)
  }
  throw new Error("the browser did not start")
}
