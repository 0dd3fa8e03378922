import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Client } from "pg"
import { type Address, connect, disconnect } from "#platform/db/connection.ts"
import { knock } from "./knock.ts"
import type { Place } from "./place.ts"

/** How a process says that it uses the server: by a connection that only its end, however it comes, can close. */
export interface Keeper {
  close(): Promise<void>
}

const NAME = "haitech keeper"

/** Connects and stays; `lost` is called when the server drops the connection. */
export async function keep(address: Address, lost: () => void): Promise<Keeper> {
  const client = await asSuperuser(address)
  let held = false
  client.once("end", () => {
    if (held) lost()
  })
  const close = () => {
    held = false
    return disconnect(client)
  }
  try {
    await ensureRole(client, address)
    held = true
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/** The product works as the database's owner, who may change every table but not read the server's files. */
async function ensureRole(client: Client, address: Address): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [address.user])
  if (rowCount) return
  const password = "password" in address ? `password '${address.password}'` : ""
  // Two statements sent as one are one transaction.
  await client.query(
    `create role ${address.user} login ${password}; alter database ${address.database} owner to ${address.user}`,
  )
}

/** How many processes use the server; none when it does not answer. */
export async function countKeepers(address: Address): Promise<number> {
  const others = "select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()"
  return await asked(address, async (client) => (await client.query(others, [NAME])).rowCount ?? 0).catch(() => 0)
}

/** What answers at an address: the server of this place, one of another place, one that is not ready, or nobody. */
export type Answer = "ours" | "foreign" | "busy" | "nobody"

export async function whoAnswers(place: Place, address: Address): Promise<Answer> {
  const opened = await knock(address)
  if (opened !== "postgres") return KNOCKED[opened]
  try {
    const { rows } = await asked(address, (client) =>
      client.query<{ pidfile: string }>("select pg_read_file('postmaster.pid') as pidfile"),
    )
    // Compared by content: the same folder may have another path in another container.
    return rows[0]?.pidfile === readFileSync(join(place.data, "postmaster.pid"), "utf8") ? "ours" : "foreign"
  } catch {
    // Starting, stopping, full, or gone while we asked.
    return "busy"
  }
}

const KNOCKED = { stranger: "foreign", silent: "busy", nobody: "nobody" } as const

async function asked<T>(address: Address, question: (client: Client) => Promise<T>): Promise<T> {
  const client = await asSuperuser(address, 2_000)
  try {
    return await question(client)
  } finally {
    await disconnect(client)
  }
}

function asSuperuser(address: Address, connectionTimeoutMillis = 10_000): Promise<Client> {
  const where = { address: { ...address, user: "postgres" } }
  return connect(where, { statement_timeout: 5_000 }, { application_name: NAME, connectionTimeoutMillis })
}
