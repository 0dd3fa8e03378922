import { once } from "node:events"
import { type AddressInfo, createConnection, createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { TransactionSql } from "postgres"
import { expect, onTestFinished, test } from "vitest"
import { openDb, type Where } from "./client.ts"
import { freshDatabase } from "./testing.ts"

/** Two pools on one database: one to be cut, one to cut with. */
async function pools() {
  const { connection, sql: knife, release } = await freshDatabase()
  const { db, sql, close } = openDb(connection, { max: 2 })
  onTestFinished(async () => {
    await close()
    await release()
  })
  await knife`create table notes (text text)`
  const cut = (from: TransactionSql) =>
    from`select pg_backend_pid() as pid`.then(([row]) => knife`select pg_terminate_backend(${row?.["pid"]})`)
  const written = async () => (await knife`select text from notes order by text`).map((note) => note["text"])
  return { db, sql, cut, knife, written }
}

test.each([0, 30])("a transaction whose connection is lost rejects, %d ms before its next statement", async (pause) => {
  const { sql, cut, written } = await pools()
  for (let round = 0; round < 6; round += 1) {
    const lost = sql.begin(async (tx) => {
      await tx`insert into notes values ('half')`
      await cut(tx)
      await sleep(pause)
      await tx`insert into notes values ('other half')`
    })
    await expect(lost).rejects.toMatchObject({
      code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED|ECONNRESET|EPIPE)$/),
    })
    // More than the pool holds: every connection must be able to write again.
    expect(await Promise.all([1, 2, 3, 4].map((n) => sql`select ${n}::int as n`.then(([row]) => row?.["n"])))).toEqual([
      1, 2, 3, 4,
    ])
  }
  expect(await written()).toEqual([])
})

test("a transaction that goes on after its connection was lost writes nothing, also not into another's", async () => {
  const { sql, cut, written } = await pools()
  let goOn = () => {}
  const told = new Promise<void>((resolve) => (goOn = resolve))
  let body: Promise<unknown> = Promise.resolve()
  const lost = sql.begin((tx) => {
    body = cut(tx)
      .then(() => told)
      .then(() => tx`insert into notes values ('astray')`)
    return body
  })
  await expect(lost).rejects.toThrow()
  // Both connections of the pool now belong to others.
  const others = ["one", "two"].map((text) =>
    sql.begin(async (tx) => {
      await tx`insert into notes values (${text})`
      goOn()
      await sleep(50)
      await tx`insert into notes values (${`${text} again`})`
    }),
  )
  await Promise.all(others)
  await expect(body).rejects.toThrow()
  expect(await written()).toEqual(["one", "one again", "two", "two again"])
})

test("connections cut under load do not end the process, mix answers up or stay dead", async () => {
  const { db, sql, knife } = await pools()
  let asking = true
  const wrong: unknown[] = []
  const ask = async (n: number) => {
    while (asking) {
      const one = sql`select ${n}::int as n`.then(([row]) => row?.["n"])
      const other = db.transaction((tx) => tx.execute<{ n: number }>(`select ${n} as n`)).then(([row]) => row?.n)
      for (const answer of await Promise.allSettled([one, other])) {
        if (answer.status === "fulfilled" && answer.value !== n) wrong.push([n, answer.value])
      }
    }
  }
  const load = [1, 2, 3, 4, 5, 6].map(ask)
  for (let round = 0; round < 15; round += 1) {
    await knife`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await sleep(20)
  }
  asking = false
  await Promise.all(load)
  expect(wrong).toEqual([])
  expect(await Promise.all([1, 2, 3, 4].map((n) => sql`select ${n}::int as n`.then(([row]) => row?.["n"])))).toEqual([
    1, 2, 3, 4,
  ])
})

test("listeners hear again after their connection was lost, each on its own channel, however often", async () => {
  const { sql, knife } = await pools()
  const channels = ["news", "weather", "sports"]
  const heard = new Set<string>()
  for (const channel of channels) await sql.listen(channel, () => void heard.add(channel))
  for (let round = 0; round < 5; round += 1) {
    heard.clear()
    await knife`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
    const tell = async () => {
      for (const channel of channels) await knife`select pg_notify(${channel}, 'again')`
      return [...heard].toSorted()
    }
    await expect.poll(tell).toEqual(channels.toSorted())
  }
})

test("a connection lost while it asks for the array types rejects what waits for it, and mixes no answers up", async () => {
  const { connection, release } = await freshDatabase()
  const { where, cuts, end } = await cutAtFirstRow(connection)
  const { sql, close } = openDb(where, { max: 1 })
  onTestFinished(async () => {
    await close()
    end()
    await release()
  })
  await expect(sql`select 0 as n`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" })
  expect(cuts()).toBe(1)
  for (const n of [1, 2, 3]) expect(await sql`select ${n}::int as n`).toEqual([{ n }])
})

/** The same server through a line that breaks once: at the first row it carries. */
async function cutAtFirstRow(connection: Where) {
  let cuts = 0
  const line = createServer((client) => {
    const server = createConnection(endOf(connection))
    client.pipe(server).on("error", () => client.destroy())
    client.on("error", () => server.destroy()).on("close", () => server.destroy())
    server.on("data", (bytes) => {
      const row = cuts === 0 ? firstRow(bytes) : 0
      if (row === 0) return client.write(bytes)
      cuts += 1
      client.write(bytes.subarray(0, row))
      return client.end(TERMINATED)
    })
  }).listen(0, "127.0.0.1")
  await once(line, "listening")
  const { port } = line.address() as AddressInfo
  return { where: through(connection, port), cuts: () => cuts, end: () => line.close() }
}

const FIELDS = "SFATAL\0C57P01\0Mterminated\0\0"
/** ErrorResponse: its letter, its length, its fields. */
const TERMINATED = Buffer.concat([Buffer.from([69, 0, 0, 0, 4 + FIELDS.length]), Buffer.from(FIELDS)])
const DATA_ROW = 68

/** Where the first row of an answer ends; 0 without one. Each message is a letter, and a length that counts itself. */
function firstRow(bytes: Buffer): number {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] === DATA_ROW) return at + 1 + bytes.readUInt32BE(at + 1)
  }
  return 0
}

function endOf(where: Where): { path: string } | { host: string; port: number } {
  if (typeof where !== "string") return where.address
  const { hostname, port } = new URL(where)
  return { host: hostname, port: Number(port) }
}

function through(where: Where, port: number): Where {
  if (typeof where !== "string") {
    const { user, database } = where.address
    return { address: { user, database, host: "127.0.0.1", port, password: "" } }
  }
  return Object.assign(new URL(where), { hostname: "127.0.0.1", port: String(port) }).href
}
