import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { postmasterOf } from "./postmaster.ts"
import { type EmbeddedOptions, startEmbedded } from "./start.ts"
import { scratchFolder, startElsewhere } from "./testing.ts"

async function notes(folder: string, options?: EmbeddedOptions) {
  const embedded = await startEmbedded(folder, options)
  const { sql, close } = openTestDb(embedded, { max: 2 })
  await sql`create table if not exists notes (text text primary key)`
  return {
    embedded,
    sql,
    write: (text: string) => sql`insert into notes values (${text})`,
    read: async () => (await sql<{ text: string }[]>`select text from notes order by text`).map((note) => note.text),
    async leave() {
      await close()
      await embedded.stop()
    },
  }
}

test("what one start wrote, the next one finds", async () => {
  const folder = join(scratchFolder(), "made", "on the way")
  const cold = await notes(folder)
  await cold.write("first")
  await cold.leave()
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
  const warm = await notes(folder)
  expect(await warm.read()).toEqual(["first"])
  expect(warm.embedded.attached).toBe(false)
  await warm.leave()
})

test("nobody but the owner of the folder reaches the server, and the product is no superuser", async () => {
  const folder = scratchFolder()
  const { embedded, sql, leave } = await notes(folder)
  expect(embedded.address).toEqual({ user: "haitech", database: "postgres", path: join(folder, ".s.PGSQL.5432") })
  const [seen] = await sql`
    select current_setting('listen_addresses') as tcp, current_setting('unix_socket_permissions') as socket,
      current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('TimeZone') as zone,
      (select rolsuper or rolcreatedb from pg_roles where rolname = current_user) as mighty, lower('ÉÒ') as lowered
  `
  const safe = { tcp: "", socket: "0700", fsync: "on", checksums: "on", zone: "UTC", mighty: false, lowered: "éò" }
  expect(seen).toEqual(safe)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await leave()
})

test.each(["with space", "comma, \"quote\" and 'tick'", "colon:semi;dollar$", "kreyòl-日本"])(
  "a folder may be called %s",
  async (name) => {
    const folder = join(scratchFolder(), name)
    const { read, leave } = await notes(folder)
    expect(await read()).toEqual([])
    await leave()
  },
)

test("a path too long for a socket gets a private folder for it, which is gone after the stop", async () => {
  const folder = join(scratchFolder(), "deep".repeat(40))
  const first = await notes(folder)
  const { address } = first.embedded
  const path = "path" in address ? address.path : ""
  expect(path.length).toBeLessThan(104)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  const second = await startElsewhere(folder)
  expect(second.attached).toBe(true)
  await first.leave()
  expect(await second.query("select 1 as one")).toEqual([{ one: 1 }])
  await second.stop()
  expect(existsSync(dirname(path))).toBe(false)
})

test("two processes share one server, and it stays until the last has left", async () => {
  const folder = scratchFolder()
  const first = await startElsewhere(folder)
  await first.query("create table notes (text text)")
  const second = await startElsewhere(folder)
  expect([first.attached, second.attached]).toEqual([false, true])
  await first.stop()
  expect(await second.query("insert into notes values ('after the first left') returning text")).toEqual([
    { text: "after the first left" },
  ])
  await second.stop()
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
})

test("four first starts at once make one database, and four goodbyes at once end it", async () => {
  const folder = scratchFolder()
  const four = await Promise.all([1, 2, 3, 4].map(() => startElsewhere(folder)))
  expect(four.map((one) => one.attached).toSorted()).toEqual([false, true, true, true])
  const systems = await Promise.all(
    four.map((one) => one.query("select system_identifier::text from pg_control_system()")),
  )
  expect(systems).toEqual([1, 2, 3, 4].map(() => systems[0]))
  expect(systems[0]).toEqual([{ system_identifier: expect.stringMatching(/^\d+$/) }])
  await Promise.all(four.map((one) => one.stop()))
  expect(postmasterOf(join(folder, "data"))).toBeUndefined()
  expect(readdirSync(folder).toSorted()).toEqual(["address.json", "data", "lib", "lock", "server.log"])
})

test("without unix sockets the server listens on the loopback only and asks for a password", async () => {
  const folder = scratchFolder()
  const { embedded, sql, leave, read } = await notes(folder, { tcp: true })
  expect(await sql`select current_setting('listen_addresses') as at`).toEqual([{ at: "127.0.0.1" }])
  expect(existsSync(join(folder, ".s.PGSQL.5432"))).toBe(false)
  const stranger = openTestDb({ address: { ...embedded.address, password: "guess" } as typeof embedded.address })
  await expect(stranger.sql`select 1`).rejects.toMatchObject({ code: "28P01" })
  await stranger.close()
  expect(readFileSync(join(folder, "address.json"), "utf8")).not.toContain("password")
  expect(statSync(join(folder, "password")).mode & 0o777).toBe(0o600)
  const second = await startElsewhere(folder)
  expect(second.attached).toBe(true)
  await leave()
  await second.stop()
  const again = await notes(folder, { tcp: true })
  expect(again.embedded.address).toEqual(embedded.address)
  await again.leave()
  await expect(read()).rejects.toThrow()
})

test("what people typed does not reach the server's log", async () => {
  const folder = scratchFolder()
  const { sql, write, leave } = await notes(folder)
  await write("canary@example.org")
  await expect(write("canary@example.org")).rejects.toMatchObject({ code: "23505" })
  await expect(sql`select ${"canary@example.org"}::text::int`).rejects.toMatchObject({ code: "22P02" })
  await expect(sql.unsafe("select 'canary@example.org' from")).rejects.toMatchObject({ code: "42601" })
  await leave()
  const log = readFileSync(join(folder, "server.log"), "utf8")
  expect(log).toContain("ready to accept connections")
  expect(log).not.toContain("canary")
})
