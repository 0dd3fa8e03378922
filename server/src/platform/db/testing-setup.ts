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
    /** A server on which tests may create databases whose names start with `prefix`. */
    database: { readonly where: Where; readonly prefix: string }
  }
}

/** Vitest's global setup, once per run: starts the server of all test databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `haitech_${randomBytes(4).toString("hex")}_`
  const { where, stop } = await startServer(prefix)
  project.provide("database", { where, prefix })
  return stop
}

async function startServer(prefix: string): Promise<{ where: Where; stop(): Promise<void> }> {
  // With another PostgreSQL the tests prove that the product does not depend on the embedded one.
  const url = process.env["TEST_DATABASE_URL"]
  if (url) return { where: url, stop: () => dropAll(url, prefix) }
  const folder = await mkdtemp(join(tmpdir(), "haitech-test-"))
  // The data need not survive a power failure, and is too short-lived for autovacuum.
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
  // Needed to empty a table without its triggers.
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
const INSUFFICIENT_PRIVILEGE = "42501"

/** Retries while an autovacuum worker uses the database: only a superuser may terminate it, and it ends by itself. */
export async function dropDatabase(server: Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt++) {
    try {
      return void (await server.query(`drop database ${name} with (force)`))
    } catch (error) {
      if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
      await pause(VACUUM_PAUSE_MS)
    }
  }
  throw new Error(`the database ${name} is never idle`)
}
