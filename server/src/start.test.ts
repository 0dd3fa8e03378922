import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, inject, onTestFinished, test } from "vitest"
import { freshDatabase } from "./platform/db/testing.ts"
import { openTcpProxy } from "./platform/db/testing-tcp-proxy.ts"
import { VERSION } from "./platform/release.ts"
import { startCollector } from "./testing-collector.ts"
import { startNats } from "./testing-nats.ts"
import { nodeEnvironment } from "./testing-node.ts"

const natsServer = inject("natsServer")

/** Every page is empty. The errors name the SDK of OpenTelemetry when the server loads it. */
const SCRIPT = `
  import { registerHooks } from "node:module"
  const resolve = (name, context, next) => {
    if (name.startsWith("@opentelemetry/sdk")) console.error(name)
    return next(name, context)
  }
  registerHooks({ resolve })
  const { start } = await import("#start.ts")
  const get = (_pages, name) => (name === "then" ? undefined : () => undefined)
  await start(async () => new Proxy({}, { get }))`

function startServer(settings: Readonly<Record<string, string>>) {
  const dataDir = mkdtempSync(join(tmpdir(), "haitech-start-"))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...nodeEnvironment(), PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  return child
}

async function addressOf(server: ReturnType<typeof startServer>): Promise<string> {
  const [ready] = await once(server.stdout, "data")
  return /http:\S+/.exec(String(ready))?.[0] ?? ""
}

/** @returns the exit code of a server that does not start, and the lines of its errors */
async function startUntilExit(settings: Readonly<Record<string, string>>) {
  const child = startServer(settings)
  let output = ""
  child.stderr.on("data", (chunk) => {
    output += chunk
  })
  const [code] = await once(child, "close")
  return [code, output.trimEnd().split("\n")]
}

async function databaseUrl() {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  return { fresh, url: (await openTcpProxy(fresh.connection)).where }
}

test("a failed migration is one line with the database's reason", async () => {
  const { fresh, url } = await databaseUrl()
  await fresh.sql`drop schema drizzle cascade`
  expect(await startUntilExit({ DATABASE_URL: url })).toEqual([
    1,
    [expect.stringMatching(/^The database refuses what the start needs: .*already exists \(42[\dA-Z]{3}\)$/)],
  ])
})

test("a database that does not exist is one line, and misspelt settings are named before", async () => {
  const { url } = await databaseUrl()
  const missing = Object.assign(new URL(url), { pathname: "/missing" }).href
  expect(await startUntilExit({ DATABASE_URL: missing, TRUST_PROXI: "1" })).toEqual([
    1,
    [
      "TRUST_PROXI is not a setting; is TRUST_PROXY meant?",
      'The database cannot be used: database "missing" does not exist (3D000)',
    ],
  ])
})

test("all wrong settings are named at once", async () => {
  expect(await startUntilExit({ PORT: "x", NODE_ENV: "production", SMPT_URL: "x", MAIL: "files" })).toEqual([
    1,
    [
      "PORT must be a whole number from 0 to 65535",
      expect.stringMatching(/^DATABASE_URL/),
      expect.stringMatching(/^SESSION_SECRET/),
      expect.stringMatching(/^SITE_URL/),
      "SMPT_URL is not a setting; is SMTP_URL meant?",
    ],
  ])
})

test.each([
  ["on", 1, 200],
  ["off", 0, 200],
  ["only", 1, 404],
])(
  "with WORKER=%s, %d job of a waiting one is begun, and an address of a call answers %d",
  async (worker, begun, status) => {
    const { fresh, url } = await databaseUrl()
    await fresh.sql`insert into outbox (id, kind, key, payload)
    values (gen_random_uuid(), 'platform.compact_counters', 'waiting', jsonb_build_object('at', now()))`
    const server = startServer({ DATABASE_URL: url, WORKER: worker })
    const closed = once(server, "close")
    const loaded = text(server.stderr)
    const address = await addressOf(server)
    const paths = ["/healthz", "/readyz", "/metrics", "/api/team"]
    const answers = await Promise.all(paths.map(async (path) => (await fetch(address + path)).status))
    expect(answers).toEqual([200, 200, 200, status])
    server.kill("SIGTERM")
    expect([await closed, await loaded]).toEqual([[0, null], ""])
    expect(await fresh.sql`select attempts from outbox where key = 'waiting'`).toEqual([{ attempts: begun }])
  },
)

test.skipIf(!natsServer)("with NATS only the process that works off jobs listens to PostgreSQL", async () => {
  const { fresh, url } = await databaseUrl()
  const settings = { DATABASE_URL: url, NATS_URL: await startNats(natsServer ?? "") }
  const servers = ["off", "only"].map((worker) => startServer({ ...settings, WORKER: worker }))
  const addresses = await Promise.all(servers.map(addressOf))
  for (const address of addresses)
    await expect.poll(async () => (await fetch(`${address}/metrics`)).text()).toMatch(/^bus_connected 1$/m)
  const listeners = await fresh.sql`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'haitech listener'`
  expect(listeners).toEqual([{ count: 1 }])
})

test("a server that traces sends its last spans when it ends", async () => {
  const collector = await startCollector()
  onTestFinished(collector.close)
  const { url } = await databaseUrl()
  const server = startServer({
    DATABASE_URL: url,
    WORKER: "off",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20key",
    OTEL_SERVICE_NAME: "site",
  })
  const closed = once(server, "close")
  const loaded = text(server.stderr)
  await fetch(`${await addressOf(server)}/healthz`)
  server.kill("SIGTERM")
  expect(await closed).toEqual([0, null])
  expect(collector.spans().map(({ name }) => name)).toEqual(["GET /healthz"])
  expect(collector.resources()).toMatchObject([{ "service.name": "site", "service.version": VERSION }])
  expect(collector.headers).toMatchObject([{ "api-key": "a key" }])
  expect(await loaded).toContain("@opentelemetry/sdk-trace")
})

test("through a pooler that lacks settings, the start is refused with the line that it needs", async () => {
  const { url } = await databaseUrl()
  expect(await startUntilExit({ DATABASE_URL: url, LISTEN_DATABASE_URL: url })).toEqual([
    1,
    [expect.stringMatching(/^The pooler's connections lack settings\. .* connect_query='set TimeZone = ''UTC''; set /)],
  ])
})
