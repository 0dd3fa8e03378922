import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "pg"
import type { TestProject } from "vitest/node"
import { connect, disconnect, type Where } from "./connection.ts"
import { startEmbedded } from "./embedded.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests may make databases whose names begin with `prefix`. */
    database: { readonly where: Where; readonly prefix: string }
  }
}

/** Vitest calls this once per run, before any worker: every test database lies on the server it gives. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `haitech_${randomBytes(4).toString("hex")}_`
  const { where, stop } = await server(prefix)
  project.provide("database", { where, prefix })
  return stop
}

async function server(prefix: string): Promise<{ where: Where; stop(): Promise<void> }> {
  // Another PostgreSQL proves that the product does not lean on the embedded one.
  const url = process.env["TEST_DATABASE_URL"]
  if (url) return { where: url, stop: () => dropAll(url, prefix) }
  const folder = await mkdtemp(join(tmpdir(), "haitech-test-"))
  // Nothing here has to outlive a power cut, or lives long enough to be tidied up.
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    autovacuum: "off",
    max_connections: "300",
  }
  const { address, stop } = await startEmbedded(folder, { settings })
  const superuser = await connect({ address: { ...address, user: "postgres" } })
  await superuser.query(`alter role ${address.user} createdb`)
  // To empty a table without its triggers.
  await superuser.query(`grant set on parameter session_replication_role to ${address.user}`)
  await disconnect(superuser)
  return {
    where: { address },
    async stop() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function dropAll(where: Where, prefix: string): Promise<void> {
  const client = await connect(where)
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  )
  for (const { datname } of rows) await dropDatabase(client, datname)
  await disconnect(client)
}

const VACUUM_PAUSE_MS = 200
const NOT_OURS_TO_END = "42501"

/** The database's own vacuum may be at work in it: it is not ours to end, and goes by itself in a moment. */
export async function dropDatabase(server: Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt++) {
    try {
      return void (await server.query(`drop database ${name} with (force)`))
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_OURS_TO_END) throw error
      await pause(VACUUM_PAUSE_MS)
    }
  }
  throw new Error(`the database ${name} is never idle`)
}
