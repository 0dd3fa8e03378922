import { join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import postgres, { type Sql } from "postgres"

const CONNECTIONS = 10
const SECONDS = 2
const CLIENTS = 16

/** The bare driver on the product's own PostgreSQL, with as many connections as the product has. */
export function openBare(dataFolder: string): Sql {
  const connection = readConnection(join(dataFolder, "postgres"))
  if (!connection) throw new Error(`no database was started in ${dataFolder}`)
  return postgres({ ...connection, host: "localhost", port: 5432, max: CONNECTIONS, onnotice: () => undefined })
}

/** What a join asks of the database, by the bare driver: a member and a letter in one transaction, per second. */
export async function bareJoins(sql: Sql): Promise<number> {
  await sql`
    create table if not exists bench_members (
      id uuid primary key default gen_random_uuid(), name text not null, email text not null unique,
      created_at timestamptz not null default now()
    )`
  await sql`create table if not exists bench_letters (key text primary key, payload jsonb not null)`
  let number = Date.now() * 1000
  return perSecond(async () => {
    number += 1
    const email = `bare-${number}@example.org`
    await sql.begin(async (tx) => {
      await tx`insert into bench_members (name, email) values ('Ada', ${email}) returning *`
      await tx`insert into bench_letters values (${email}, ${tx.json({ to: email, name: "Ada" })})`
    })
  })
}

/** How often the work gets done per second by as many clients as the load generator has connections. */
async function perSecond(work: () => Promise<void>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return done / SECONDS
}
