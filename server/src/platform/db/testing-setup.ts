import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { connect, type Where } from "./client.ts"
import { startEmbedded } from "./embedded/start.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests may make databases whose names begin with `prefix`. */
    database: { readonly where: Where; readonly prefix: string }
  }
}

/** Vitest calls this once per run, before any worker: every test database lies on the server it gives. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `haitech_${randomBytes(4).toString("hex")}_`
  const { where, stop } = await server()
  project.provide("database", { where, prefix })
  return async () => {
    await dropAll(where, prefix)
    await stop()
  }
}

async function server(): Promise<{ where: Where; stop(): Promise<void> }> {
  // Another PostgreSQL proves that the product does not lean on the embedded one.
  const url = process.env["TEST_DATABASE_URL"]
  if (url) return { where: url, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), "haitech-test-"))
  // Nothing here has to outlive a power cut.
  const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", max_connections: "300" }
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
  for (const { datname } of left) await sql`drop database ${sql(datname)} with (force)`
  await sql.end()
}
