import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { killServer } from "@haitech/embedded-postgres/testing"
import { expect, onTestFinished, test } from "vitest"
import { startEmbedded } from "./embedded.ts"
import { openTestDb } from "./testing-sql.ts"
import { DatabaseUnusableError } from "./unusable.ts"

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "haitech-embedded-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

test("a pool reconnects after the server was killed and restarted", async () => {
  const dataDir = createFolder()
  const lines: string[] = []
  const embedded = await startEmbedded(dataDir, { log: (line) => lines.push(line) })
  const { sql, close } = openTestDb(embedded, { max: 2 })
  await sql`create table notes as select 'stored' as text`
  await killServer(dataDir)
  await expect
    .poll(() => sql`select text from notes`.catch(() => []), { timeout: 30_000 })
    .toEqual([{ text: "stored" }])
  await expect.poll(() => lines.at(-1)).toBe("The database is back.")
  await close()
  await embedded.stop()
})

test("values in queries do not reach the server's log", async () => {
  const dataDir = createFolder()
  const embedded = await startEmbedded(dataDir)
  const { sql, close } = openTestDb(embedded, { max: 1 })
  await sql`create table notes (text text primary key)`
  const insert = () => sql`insert into notes values (${"canary@example.org"})`
  await insert()
  await expect(insert()).rejects.toMatchObject({ code: "23505" })
  await expect(sql`select ${"canary@example.org"}::text::int`).rejects.toMatchObject({ code: "22P02" })
  await expect(sql.unsafe("select 'canary@example.org' from")).rejects.toMatchObject({ code: "42601" })
  await close()
  await embedded.stop()
  const log = readFileSync(join(dataDir, "server.log"), "utf8")
  expect(log).toContain("ready to accept connections")
  expect(log).not.toContain("canary")
})

test("the error of a failed start names the settings that help", async () => {
  const dataDir = createFolder()
  const arch = Object.getOwnPropertyDescriptor(process, "arch") ?? {}
  Object.defineProperty(process, "arch", { ...arch, value: "riscv64" })
  const refused = startEmbedded(dataDir).finally(() => Object.defineProperty(process, "arch", arch))
  await expect(refused).rejects.toThrow(/is not installed\)\. You can set DATABASE_URL to a PostgreSQL\.$/)
  await expect(refused).rejects.toBeInstanceOf(DatabaseUnusableError)
  const file = join(dataDir, "file")
  writeFileSync(file, "")
  await expect(startEmbedded(file)).rejects.toThrow(/^The database cannot use .*: it is a file, not a folder\.$/)
})
