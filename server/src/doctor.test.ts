import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generateIdentity, identityToRecipient } from "age-encryption"
import { expect, onTestFinished, test } from "vitest"
import { freshDatabase } from "./platform/db/testing.ts"
import { openTcpProxy } from "./platform/db/testing-tcp-proxy.ts"
import { nodeEnvironment } from "./testing-node.ts"

/** `npm run doctor` with these settings. @returns its exit code, and the lines of its output */
async function examine(settings: Readonly<Record<string, string>>, ...options: string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), "haitech-doctor-"))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(import.meta.dirname, "doctor.ts"), ...options], {
    env: { ...nodeEnvironment(), DATA_DIR: dataDir, SITE_URL: "http://127.0.0.1:65001", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let output = ""
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  const [code] = await once(child, "close")
  return { code, output, dataDir, lines: output.trimEnd().split("\n") }
}

async function databaseUrl() {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  return (await openTcpProxy(fresh.connection)).where
}

test("every area has its lines, in order, and warnings are no failure", async () => {
  const { code, lines } = await examine({ DATABASE_URL: await databaseUrl(), TRUST_PROXI: "1" })
  const areas = lines.slice(0, -2).map((line) => /^(ok|warning|error) +([a-z]+) /.exec(line)?.[2])
  expect([...new Set(areas)]).toEqual([
    "settings",
    "machine",
    "database",
    "backups",
    "files",
    "jobs",
    "site",
    "email",
    "payments",
    "google",
    "calendar",
    "notifications",
  ])
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning +settings +TRUST_PROXI is not a setting; is TRUST_PROXY meant\?$/),
  )
  expect(lines.at(-1)).toMatch(/^Errors: 0\. Warnings: \d+\.$/)
  expect(code).toBe(0)
})

test("wrong settings are errors, without their values", async () => {
  const { code, output, lines } = await examine({ SESSION_SECRET: "xyz123", PORT: "99999" })
  expect(lines).toContainEqual(
    expect.stringMatching(/^error +settings +SESSION_SECRET must be at least 32 characters$/),
  )
  expect(lines.at(-1)).toBe("Errors: 2. Warnings: 0.")
  expect([code, output.includes("xyz123")]).toEqual([1, false])
})

test("a database that does not answer is an error, and the rest is checked all the same", async () => {
  const { code, lines } = await examine({ DATABASE_URL: "postgres://haitech:s3cret@127.0.0.1:1/haitech" })
  expect(lines).toContainEqual(expect.stringMatching(/^error +database +The database does not answer: /))
  expect(lines).toContainEqual(expect.stringMatching(/^warning +email +Emails are files/))
  expect([code, lines.join("\n").includes("s3cret")]).toEqual([1, false])
})

test("a replica that is a primary, or does not answer, is a warning", async () => {
  const DATABASE_URL = await databaseUrl()
  const primary = await examine({ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL })
  expect(primary.lines).toContainEqual(
    expect.stringMatching(/^warning +database +DATABASE_READ_URL leads to a primary/),
  )
  const silent = await examine({ DATABASE_URL, DATABASE_READ_URL: "postgres://haitech:s3cret@127.0.0.1:1/haitech" })
  expect(silent.lines).toContainEqual(
    expect.stringMatching(/^warning +database +The replica does not answer \(ECONNREFUSED\)/),
  )
  expect([silent.code, silent.output.includes("s3cret")]).toEqual([0, false])
})

test("before the first start there is no database, and the doctor makes none", async () => {
  const { code, lines, dataDir } = await examine({})
  expect(lines).toContainEqual(expect.stringMatching(/^ok +database +There is no database yet/))
  expect([code, existsSync(join(dataDir, "postgres"))]).toEqual([0, false])
})

test("a data folder or a folder of backups that cannot be made is an error, and nothing is made", async () => {
  const root = mkdtempSync(join(tmpdir(), "haitech-doctor-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, "file"), "")
  const unusable = await examine({
    DATABASE_URL: await databaseUrl(),
    DATA_DIR: join(root, "file/data"),
    BACKUP_TO: join(root, "file/backups"),
    BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()),
  })
  expect(unusable.lines).toContainEqual(
    expect.stringMatching(/^error +machine +\/.*\/file\/data cannot be made or written to \(ENOTDIR\)\./),
  )
  expect(unusable.lines).toContainEqual(
    expect.stringMatching(/^error +backups +\/.*\/file\/backups cannot be read \(ENOTDIR\)\./),
  )
  const missing = await examine({ DATABASE_URL: await databaseUrl(), DATA_DIR: join(root, "a/b") })
  expect(missing.lines).toContainEqual(expect.stringMatching(/^ok +machine +[\d.]+ GB of the disk are free/))
  expect([unusable.code, missing.code, readdirSync(root)]).toEqual([1, 0, ["file"]])
})

test("a test email is sent to the address that was asked for", async () => {
  const { lines, dataDir } = await examine({}, "--test-email=guerda@example.org")
  expect(lines).toContainEqual(
    expect.stringMatching(/^ok +email +A test email is on its way to guerda@example\.org\.$/),
  )
  expect(readdirSync(join(dataDir, "outbox"))).toHaveLength(1)
})
