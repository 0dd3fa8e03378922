import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer, text } from "node:stream/consumers"
import { generateIdentity, identityToRecipient } from "age-encryption"
import type { Client } from "pg"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { publishAchievements } from "#features/learning/service/achievements.ts"
import { loadShippedCourses } from "#features/learning/service/shipped.ts"
import { publishDemo } from "#features/members/service/demo.ts"
import { publishStarterContent } from "#features/publishing/service.ts"
import { seal, unseal } from "#platform/backup/archive.ts"
import { dump } from "#platform/backup/dump.ts"
import { load } from "#platform/backup/load.ts"
import { makeBackup } from "#platform/backup/make.ts"
import { tablesInOrder } from "#platform/backup/tables.ts"
import { BackupUnusableError } from "#platform/backup/unusable.ts"
import { connect, disconnect, type Where } from "#platform/db/connection.ts"
import { emptyDatabase } from "#platform/db/testing.ts"
import { createTestApp, type TestApp } from "./testing.ts"

/** Every separator that a reader of lines could take for the end of one. */
const ODD_TEXT = "tab\t, feed\n, return\r\n, \\. \\n \u0085 \u2028 \u2029 \u{1f34d} -- commit;\ncommit;\n\\.\n"

let original: TestApp

beforeAll(async () => {
  original = await createTestApp()
  const { deps, database } = original
  await publishStarterContent(deps)
  await loadShippedCourses(deps)
  await publishAchievements(deps)
  await publishDemo(deps)
  await database.sql`insert into contacts (id, name, email, message)
    values (gen_random_uuid(), 'Widline', 'widline@example.org', ${ODD_TEXT})`
})

afterAll(() => original.close())

async function restored(script: AsyncIterable<Buffer>): Promise<Where> {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  await load(connection, script)
  return connection
}

async function* bytes(script: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const part of script) yield Buffer.from(part)
}

/** A hash of all rows by table. */
async function digests(where: Where): Promise<Record<string, string>> {
  return withClient(where, async (client) => {
    const found: Record<string, string> = {}
    for (const { name } of await tablesInOrder(client)) {
      const { rows } = await client.query<{ digest: string }>(
        `select concat(count(*), ' ', md5(string_agg(line, '|' order by line))) as digest
          from (select t::text as line from ${name} t) lines`,
      )
      found[name] = rows[0]?.digest ?? ""
    }
    return found
  })
}

async function withClient<T>(where: Where, run: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(where)
  try {
    return await run(client)
  } finally {
    await disconnect(client)
  }
}

test("a restored database has every row as it was, and works", async () => {
  const connection = await restored(bytes(dump(original.database.connection, ["test"])))
  const found = await digests(connection)
  expect(found).toEqual(await digests(original.database.connection))
  expect(Object.values(found).filter((digest) => !digest.startsWith("0 ")).length).toBeGreaterThan(15)
  await withClient(connection, async (client) => {
    const { rows } = await client.query("select message from contacts where name = 'Widline'")
    expect(rows).toEqual([{ message: ODD_TEXT }])
    const disabled = await client.query("select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal")
    expect(disabled.rows).toEqual([])
  })
})

test("a backup has no assets, and their table is empty in a restored database", async () => {
  const { sql, connection } = original.database
  await sql`insert into assets (name, type, raw, used_at) values ('a-aaaaaaaa.js', 'text/javascript', '', now())`
  const script = await text(dump(connection, []))
  expect(script).not.toContain("public.assets")
  await withClient(await restored(Readable.from([Buffer.from(script)])), async (client) => {
    const { rows } = await client.query("select count(*)::int as count from assets")
    expect(rows).toEqual([{ count: 0 }])
  })
})

test("a backup is of one moment, whatever is written meanwhile", async () => {
  const { database } = original
  const before = await digests(database.connection)
  const script = dump(database.connection, [])
  const parts = [await script.next()]
  await database.sql`delete from contacts`
  const connection = await restored(
    (async function* () {
      for (const { value } of parts) yield Buffer.from(value)
      yield* bytes(script)
    })(),
  )
  expect(await digests(connection)).toEqual(before)
})

test("a backup that was cut at any line, or changed, restores nothing", async () => {
  const whole = await text(dump(original.database.connection, []))
  const lines = whole.split(/(?<=\n)/)
  const at = [Math.floor(lines.length / 2), lines.length - 1]
  for (const script of [
    ...at.map((count) => lines.slice(0, count).join("")),
    whole.replace(/"public.contacts":\d+/, '"public.contacts":99'),
  ]) {
    const { connection, drop } = await emptyDatabase()
    await expect(load(connection, Readable.from([Buffer.from(script)]))).rejects.toBeInstanceOf(BackupUnusableError)
    await withClient(connection, async (client) => expect(await tablesInOrder(client)).toEqual([]))
    await drop()
  }
})

test("a newer release's backup, another file and a database with tables are refused with what to do", async () => {
  const { connection, drop } = await emptyDatabase()
  onTestFinished(drop)
  const from = (script: string) => Readable.from([Buffer.from(script)])
  await expect(load(connection, from("-- migration: 29990101000000_next\nbegin;\n"))).rejects.toThrow(
    "The backup is of a newer release: restore it with that one, or a later one.",
  )
  await expect(load(connection, from("select 1;\n"))).rejects.toThrow("This is no backup of this product.")
  const whole = await text(dump(original.database.connection, []))
  for (const planted of [
    "copy public.contacts (id) from program 'touch /tmp/x'; copy public.contacts (id) from stdin;",
    "create role intruder superuser;",
    "truncate public.contacts; create role intruder superuser;",
    "set search_path = '$user';",
  ])
    await expect(load(connection, from(whole.replace("begin;", `begin;\n${planted}`)))).rejects.toThrow(
      "The backup has a statement of another program.",
    )
  const counted = whole.replace('"public.contacts":', '"public.contacts; create role intruder":')
  await expect(load(connection, from(counted))).rejects.toThrow("The backup counts what is no table.")
  await expect(load(connection, from(""))).rejects.toThrow("This is no backup of this product.")
  await expect(load(original.database.connection, from(""))).rejects.toThrow("The database has tables.")
})

test("an archive is read with the key of any of its recipients, and by nobody else", async () => {
  const keys = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()])
  const [first, second, stranger] = keys
  const recipients = await Promise.all([first, second].map(identityToRecipient))
  const sealed = await buffer(await seal(Readable.from(["select 1;\n", ODD_TEXT]), recipients))
  expect(sealed.toString("latin1")).not.toContain("select")
  const read = (archive: Buffer, key: string) => text(unseal(Readable.from([archive]), key))
  for (const key of [first, second]) expect(await read(sealed, key)).toBe(`select 1;\n${ODD_TEXT}`)
  await expect(read(sealed, stranger)).rejects.toBeInstanceOf(BackupUnusableError)
  await expect(read(sealed, "AGE-SECRET-KEY-1")).rejects.toBeInstanceOf(BackupUnusableError)
  for (const damaged of [sealed.subarray(0, -1), sealed.subarray(0, 100), Buffer.alloc(0)])
    await expect(read(damaged, first)).rejects.toBeInstanceOf(BackupUnusableError)
  const changed = Buffer.from(sealed)
  changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1
  await expect(read(changed, first)).rejects.toBeInstanceOf(BackupUnusableError)
  await expect(seal(Readable.from(["x"]), ["age1nobody"])).rejects.toThrow("age1nobody is no recipient of age")
})

test("a backup is checked by a restore, and one that fails leaves no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "haitech-backup-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const identity = await generateIdentity()
  const file = join(folder, "backup")
  const options = { recipient: await identityToRecipient(identity), header: ["release: 1"], file, folder }
  const { rows, bytes } = await makeBackup(original.database.connection, options)
  expect(rows["public.courses"]).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(["backup"])
  expect(statSync(file)).toMatchObject({ size: bytes, mode: 0o100600 })
  const connection = await restored(unseal(createReadStream(file), identity))
  expect(await digests(connection)).toEqual(await digests(original.database.connection))
  await expect(makeBackup(original.database.connection, options)).rejects.toThrow("EEXIST")
  await expect(
    makeBackup(original.database.connection, { ...options, file: join(folder, "b"), recipient: "age1x" }),
  ).rejects.toBeInstanceOf(BackupUnusableError)
  expect(readdirSync(folder)).toEqual(["backup"])
})
