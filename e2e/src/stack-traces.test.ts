import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openDb } from "./db.ts"
import { newDataDir, removeDataDir } from "./product.ts"

const ROOT = join(import.meta.dirname, "../..")

test("the log of the built server names the files and lines of an error as they are in the sources", async () => {
  const dataDir = newDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  const child = spawn(process.execPath, [join(ROOT, "server/dist/main.js")], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", DEMO: "content", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => void child.kill("SIGTERM"))
  const exited = once(child, "exit")
  let output = ""
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  const address = () => /http:\S+/.exec(output)?.[0]
  await expect.poll(address, { timeout: 60_000 }).toBeDefined()
  const db = openDb(dataDir)
  await db`alter table team_members rename to others`
  await db.end()
  expect((await fetch(`${address()}/api/team`)).status).toBe(500)
  const errors = () => output.split("\n").filter((line) => line.startsWith("{"))
  await expect.poll(errors).toHaveLength(1)
  const { error } = JSON.parse(errors()[0] ?? "")
  expect(error.stack).toMatch(/\/server\/src\/platform\/http\/mount\.ts:\d+:\d+\)/)
  child.kill("SIGTERM")
  expect(await exited).toEqual([0, null])
})
