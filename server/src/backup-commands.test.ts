import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generateIdentity, identityToRecipient } from "age-encryption"
import S3rver from "s3rver"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { sessions } from "#features/accounts/table.ts"
import { backupName, deletionName } from "#platform/backup/names.ts"
import type { Where } from "#platform/db/connection.ts"
import { emptyDatabase } from "#platform/db/testing.ts"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { openTcpProxy } from "#platform/db/testing-tcp-proxy.ts"
import { createTestApp, register, signInAsAdmin, type TestApp } from "./testing.ts"
import { nodeEnvironment } from "./testing-node.ts"

type Settings = Readonly<Record<string, string>>

const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const START = `
  import { start } from "#start.ts"
  const nothing = () => []
  await start(async () => ({ shareAssets: nothing, serve: nothing, findable: nothing, has: nothing, revalidate: nothing,
    refresh: nothing, onRedraw: nothing, show: nothing, renderOnDemand: nothing, listFiles: nothing }))`

let original: TestApp
let ada: { readonly id: string }

beforeAll(async () => {
  original = await createTestApp()
  await signInAsAdmin(original, "root")
  ada = await register(original, "ada")
})

afterAll(() => original.close())

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "haitech-backup-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

function runNode(settings: Settings, ...args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, ".."),
    env: { ...nodeEnvironment(), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  const printed = { output: "", errors: "" }
  child.stdout.on("data", (chunk) => {
    printed.output += chunk
  })
  child.stderr.on("data", (chunk) => {
    printed.errors += chunk
  })
  return { child, printed, closed: once(child, "close") }
}

/** `npm run <command>` with these settings. */
async function run(command: "backup" | "restore", settings: Settings, ...options: string[]) {
  const { printed, closed } = runNode(settings, join(import.meta.dirname, `${command}.ts`), ...options)
  const [code] = await closed
  return { code, ...printed }
}

/** As a setting: the embedded database has no address of its own. */
async function addressOf(where: Where = original.database.connection): Promise<string> {
  return String((await openTcpProxy(where)).where)
}

/** The option that names a file with the secret key. */
function keyOption(key = identity): string {
  const file = join(newFolder(), "key")
  writeFileSync(file, `# created: today\n${key}\n`)
  return `--key=${file}`
}

test("a backup is restored elsewhere: everybody signs in again, and who deleted the account stays deleted", async () => {
  const [to, dataDir] = [newFolder(), newFolder()]
  const older = [1, 2].map((day) => backupName(new Date(Date.UTC(2020, 0, day))))
  for (const name of [...older, "notes.txt"]) writeFileSync(join(to, name), "")
  const backups = { BACKUP_TO: to, BACKUP_RECIPIENT: recipient, BACKUP_KEEP: "2" }
  const made = await run("backup", { DATABASE_URL: await addressOf(), DATA_DIR: dataDir, ...backups })
  expect(made).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^\S+\/haitech-\d{8}T\d{6}Z\.sql\.gz\.age: \d+ rows, 0\.\d MB, restored once to check it\.\n$/,
    ),
  })
  const [, name = "", ...others] = readdirSync(to).toSorted()
  expect([existsSync(join(to, older[0] ?? "")), others, readdirSync(dataDir)]).toEqual([
    false,
    ["notes.txt"],
    ["secret"],
  ])

  writeFileSync(join(to, deletionName(ada.id, new Date())), "")
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const elsewhere = { DATABASE_URL: await addressOf(empty.connection), DATA_DIR: newFolder() }
  const restored = await run("restore", elsewhere, join(to, name), keyOption())
  expect(restored).toMatchObject({ code: 0, errors: "" })
  expect(restored.output.split("\n")).toEqual([
    expect.stringMatching(/^haitech-\S+: \d+ rows are restored\. Everybody signs in again\.$/),
    "Accounts that were deleted since the backup, and are deleted again: 1.",
    "",
  ])
  expect(readFileSync(join(elsewhere.DATA_DIR, "secret"), "utf8")).toBe(readFileSync(join(dataDir, "secret"), "utf8"))
  const { db, sql, close } = openTestDb(empty.connection, { max: 1 })
  expect([...(await sql`select username, is_admin from users`)]).toEqual([{ username: "root", is_admin: true }])
  expect(await db.$count(sessions)).toBe(0)
  expect(await original.database.db.$count(sessions)).toBeGreaterThan(0)
  await close()

  await restoreByOtherTools(empty.connection)
  const finished = await run("restore", { ...elsewhere, ...backups }, "--finish")
  expect(finished.output).toBe(
    "Everybody signs in again.\nAccounts that were deleted since the backup, and are deleted again: 1.\n",
  )
  expect(await run("restore", elsewhere, join(to, name), keyOption())).toMatchObject({
    code: 1,
    errors: "The database has tables. A backup is restored into an empty one.\n",
  })
})

async function restoreByOtherTools(where: Where): Promise<void> {
  const { sql, close } = openTestDb(where, { max: 1 })
  await sql`insert into users (id, username, email) values (${ada.id}, 'ada', 'ada@example.org')`
  await close()
}

test("a practice from a bucket is a database of its own, whose server emails nobody", async () => {
  const bucket = await openBucket()
  const stored = await run("backup", { DATABASE_URL: await addressOf(), DATA_DIR: newFolder(), ...bucket })
  expect(stored).toMatchObject({ code: 0, output: expect.stringMatching(/^s3:\/\/backups\/site\/haitech-/) })
  const dataDir = join(newFolder(), "practice")
  const restored = await run("restore", { DATA_DIR: dataDir, ...bucket }, keyOption(), "--practice")
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("emails and charges nobody") })

  const mailServer = createServer((socket) => socket.end()).listen(0, "127.0.0.1")
  await once(mailServer, "listening")
  onTestFinished(() => void mailServer.close())
  let connections = 0
  mailServer.on("connection", () => connections++)
  const smtp = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`
  const settings = { DATA_DIR: dataDir, PORT: "0", SMTP_URL: smtp, MAIL_FROM: "hello@example.org", DEMO: "false" }
  const server = runNode(settings, "--input-type=module", "-e", START)
  await vi.waitFor(() => expect(readdirSync(join(dataDir, "outbox"))).not.toEqual([]), 30_000)
  server.child.kill("SIGTERM")
  const [code] = await server.closed
  expect([code, connections, server.printed.output + server.printed.errors]).toEqual([
    0,
    0,
    expect.stringContaining("This is a practice of a restore"),
  ])

  const again = await run("restore", { DATA_DIR: dataDir, ...bucket }, keyOption(), "--practice")
  expect(again).toMatchObject({ code: 1, errors: expect.stringContaining("set DATA_DIR to a new folder") })
  const real = await run("restore", { DATA_DIR: dataDir, ...bucket }, keyOption())
  expect(real).toMatchObject({ code: 1, errors: `${dataDir} is the folder of a practice.\n` })
  const external = { DATA_DIR: dataDir, DATABASE_URL: await addressOf(), ...bucket }
  expect(await run("restore", external, keyOption(), "--practice")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("unset DATABASE_URL"),
  })
})

async function openBucket(): Promise<Settings> {
  const configureBuckets = [{ name: "backups", configs: [] }]
  const server = new S3rver({ port: 0, silent: true, directory: newFolder(), configureBuckets })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return {
    BACKUP_TO: "s3://backups/site",
    BACKUP_RECIPIENT: recipient,
    S3_ENDPOINT: `http://localhost:${port}`,
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  }
}

test("the keys are printed, and what is missing or wrong is printed in a line", async () => {
  const folder = newFolder()
  const made = await run("backup", {}, "--new-key")
  expect(made.output).toMatch(/BACKUP_RECIPIENT=age1\S+\n.*AGE-SECRET-KEY-1\S+\n/)
  const settings = { DATA_DIR: folder }
  expect((await run("backup", settings)).errors).toBe(
    "Set BACKUP_TO and BACKUP_RECIPIENT: npm run backup -- --new-key\n",
  )
  const unreachable = {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    BACKUP_TO: folder,
    BACKUP_RECIPIENT: recipient,
  }
  const failed = await run("backup", { ...settings, ...unreachable })
  expect(failed).toMatchObject({ code: 1, errors: expect.not.stringContaining("\n    at ") })
  expect((await run("restore", settings)).errors).toContain("--key")
  const [nothing, key] = [keyOption("nothing"), keyOption()]
  expect((await run("restore", settings, "backup", nothing)).errors).toMatch(
    /has no secret key of age \(AGE-SECRET-KEY-1…\)\.\n$/,
  )
  expect((await run("restore", settings, "backup", key)).errors).toBe("backup does not exist.\n")
  expect((await run("restore", { ...settings, ...unreachable }, key)).errors).toBe(`There is no backup in ${folder}.\n`)
  const missing = await run("restore", { ...settings, ...unreachable }, "backup", key)
  expect(missing).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^ENOENT: no such file or directory, open '.*'\n$/),
  })
  expect(readdirSync(folder)).toEqual(["secret"])
})
