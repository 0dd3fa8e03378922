import { dirname, join } from "node:path"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { Pool } from "pg"

const CONNECTIONS = 10
const SECONDS = 2
const CLIENTS = 16

/** Opens node-postgres without Drizzle on the product's PostgreSQL, with as many connections as the product. */
export function openBarePool(dataFolder: string): Pool {
  const connection = readConnection(join(dataFolder, "postgres"))
  if (!connection || !("path" in connection)) throw new Error(`no database runs in ${dataFolder}`)
  const { path, user, database } = connection
  return new Pool({ user, database, host: dirname(path), port: 5432, max: CONNECTIONS })
}

/** The transaction of a join by node-postgres alone: inserts a member and an email. Returns transactions per second. */
export async function measureBareJoins(pool: Pool): Promise<number> {
  await pool.query(`
    create table if not exists bench_members (
      id uuid primary key default gen_random_uuid(), name text not null, email text not null unique,
      created_at timestamptz not null default now()
    )`)
  await pool.query("create table if not exists bench_emails (key text primary key, payload jsonb not null)")
  let number = Date.now() * 1000
  return countPerSecond(async () => {
    number += 1
    const email = `bare-${number}@example.org`
    const client = await pool.connect()
    await client.query("begin")
    await client.query({ ...MEMBER, values: [email] })
    await client.query({ ...EMAIL, values: [email, { to: email, name: "Ada" }] })
    await client.query("commit")
    client.release()
  })
}

const MEMBER = {
  name: "bench_member",
  text: "insert into bench_members (name, email) values ('Ada', $1) returning *",
}
const EMAIL = { name: "bench_email", text: "insert into bench_emails values ($1, $2)" }

async function countPerSecond(work: () => Promise<void>): Promise<number> {
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
