import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { TestProject } from "vitest/node"
import { connect, type Sql, type Where } from "./client.ts"
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
  const superuser = connect({ address: { ...address, user: "postgres" } }, { max: 1 })
  await superuser`alter role ${superuser(address.user)} createdb`
  // To empty a table without its triggers.
  await superuser`grant set on parameter session_replication_role to ${superuser(address.user)}`
  await superuser.end()
  return {
    where: { address },
    async stop() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function dropAll(where: Where, prefix: string): Promise<void> {
  const sql = connect(where, { max: 1 })
  const left = await sql<{ datname: string }[]>`select datname from pg_database where starts_with(datname, ${prefix})`
  for (const { datname } of left) await dropDatabase(sql, datname)
  await sql.end()
}

const VACUUM_PAUSE_MS = 200
const NOT_OURS_TO_END = "42501"

/** The database's own vacuum may be at work in it: it is not ours to end, and goes by itself in a moment. */
export async function dropDatabase(server: Sql, name: string): Promise<void> {
  for (let attempt = 0; attempt < 25; attempt++) {
    try {
      return void (await server`drop database ${server(name)} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_OURS_TO_END) throw error
      await pause(VACUUM_PAUSE_MS)
    }
  }
  throw new Error(`the database ${name} is never idle`)
}
