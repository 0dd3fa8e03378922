// `npm start`: builds what is not built yet, then becomes the server. `npm run dev`: the server with Vite in it.
// One process to the end, so that a signal reaches the one it is meant for.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const ROOT = join(import.meta.dirname, "..")
const SETTINGS = join(ROOT, ".env")
const isDeveloping = process.argv.includes("--dev")

if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS)
if (!isDeveloping) build()
leaveWithStarter()
await import(pathToFileURL(join(ROOT, "server/src", isDeveloping ? "dev.ts" : "main.ts")).href)

/** In a process of its own: what a build leaves in memory is not the server's to carry. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/build.ts"), "--if-stale"], { stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

/** npm tells a signal to its shell, and a shell does not hand it on: whoever is left behind by both says goodbye itself. */
function leaveWithStarter(): void {
  const starter = process.ppid
  const look = () => {
    if (process.ppid !== starter) process.kill(process.pid, "SIGTERM")
  }
  if (process.env["npm_lifecycle_event"]) setInterval(look, 500).unref()
}
