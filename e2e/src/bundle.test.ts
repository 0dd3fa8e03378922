import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openDb } from "./db.ts"
import { newDataDir, removeDataDir } from "./product.ts"

const ROOT = join(import.meta.dirname, "../..")

const dataDir = newDataDir()
const exports: string[] = []
const collector = createServer(async (request, response) => {
  exports.push(await text(request))
  response.end()
})
let child: ChildProcessByStdio<null, Readable, null>
let output = ""
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
  const { port } = collector.address() as AddressInfo
  child = spawn(process.execPath, [join(ROOT, "server/dist/main.js")], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      PORT: "0",
      DEMO: "content",
      LOG_LEVEL: "error",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  url = await vi.waitUntil(() => /http:\S+/.exec(output)?.[0], { timeout: 60_000 })
})
afterAll(async () => {
  await stop()
  collector.close()
  removeDataDir(dataDir)
})

async function stop() {
  if (child.exitCode !== null) return
  const exited = once(child, "exit")
  child.kill("SIGTERM")
  expect(await exited).toEqual([0, null])
}

test("the log of the built server names the files and lines of an error as they are in the sources", async () => {
  const db = openDb(dataDir)
  await db`alter table available_time_slots rename to others`
  await db.end()
  expect((await fetch(`${url}/api/appointments/slots?date=2026-01-15`)).status).toBe(500)
  const errors = () => output.split("\n").filter((line) => line.startsWith("{"))
  await expect.poll(errors).toHaveLength(1)
  const { error } = JSON.parse(errors()[0] ?? "")
  expect(error.stack).toMatch(/\/server\/src\/platform\/http\/mount\.ts:\d+:\d+\)/)
})

test("the built server sends its traces to a collector", async () => {
  expect((await fetch(`${url}/api/blog`)).status).toBe(200)
  await stop()
  expect(exports.join("")).toContain("GET /api/blog")
})
