import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Address, connect, type Sql } from "#platform/db/client.ts"
import { knock } from "./knock.ts"
import type { Place } from "./place.ts"

/** How a process says that it uses the server: by a connection that only its end, however it comes, can close. */
export interface Keeper {
  close(): Promise<void>
}

const NAME = "haitech keeper"

/** Connects and stays; `lost` is called when the server drops the connection. */
export async function keep(address: Address, lost: () => void): Promise<Keeper> {
  let held = false
  const sql = asSuperuser(address, {
    max_lifetime: null,
    onclose: () => {
      if (held) lost()
    },
  })
  const close = () => {
    held = false
    return sql.end({ timeout: 1 })
  }
  try {
    await sql`select`
    await ensureRole(sql, address)
    held = true
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/** The product works as the database's owner, who may change every table but not read the server's files. */
async function ensureRole(sql: Sql, address: Address): Promise<void> {
  if ((await sql`select from pg_roles where rolname = ${address.user}`).length > 0) return
  const password = "password" in address ? `password '${address.password}'` : ""
  // Two statements sent as one are one transaction.
  await sql.unsafe(
    `create role ${address.user} login ${password}; alter database ${address.database} owner to ${address.user}`,
  )
}

/** How many processes use the server; none when it does not answer. */
export async function countKeepers(address: Address): Promise<number> {
  return await asked(address, async (sql) => {
    return (await sql`select from pg_stat_activity where application_name = ${NAME} and pid <> pg_backend_pid()`).length
  }).catch(() => 0)
}

/** What answers at an address: the server of this place, one of another place, one that is not ready, or nobody. */
export type Answer = "ours" | "foreign" | "busy" | "nobody"

export async function whoAnswers(place: Place, address: Address): Promise<Answer> {
  const opened = await knock(address)
  if (opened !== "postgres") return KNOCKED[opened]
  try {
    const [row] = await asked(
      address,
      (sql) => sql<[{ pidfile: string }]>`select pg_read_file('postmaster.pid') as pidfile`,
    )
    // Compared by content: the same folder may have another path in another container.
    return row.pidfile === readFileSync(join(place.data, "postmaster.pid"), "utf8") ? "ours" : "foreign"
  } catch {
    // Starting, stopping, full, or gone while we asked.
    return "busy"
  }
}

const KNOCKED = { stranger: "foreign", silent: "busy", nobody: "nobody" } as const

async function asked<T>(address: Address, question: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = asSuperuser(address, { connect_timeout: 2 })
  try {
    return await question(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function asSuperuser(address: Address, options: Parameters<typeof connect>[1]): Sql {
  const connection = { application_name: NAME, statement_timeout: 5_000 }
  return connect({ address: { ...address, user: "postgres" } }, { max: 1, fetch_types: false, ...options, connection })
}
