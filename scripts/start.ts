// The server runs in this same process, so that signals reach it.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const ROOT = join(import.meta.dirname, "..")
const ENV_FILE = join(ROOT, ".env")
const isDeveloping = process.argv.includes("--dev")

if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE)
if (!isDeveloping) build()
stopWithParent()
await import(pathToFileURL(join(ROOT, "server", isDeveloping ? "src/dev.ts" : "dist/main.js")).href)

/** A separate process, so that the server does not keep the build's memory. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/build.ts"), "--if-stale"], { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

/** npm sends a signal to its shell, which does not forward it: the server stops itself when its parent has exited. */
function stopWithParent(): void {
  const parent = process.ppid
  const check = () => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM")
  }
  if (process.env["npm_lifecycle_event"]) setInterval(check, 500).unref()
}
