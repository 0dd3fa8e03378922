import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { migrate, migrationsFolder } from "./migrate.ts"
import { type FreshDatabase, freshDatabase } from "./testing.ts"

export async function databaseBefore(migration: string): Promise<FreshDatabase> {
  const fresh = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), "haitech-migrations-"))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await fresh.release()
  })
  const earlier = readdirSync(migrationsFolder).filter((name) => name < migration)
  for (const name of earlier) cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true })
  await fresh.sql.unsafe("drop schema drizzle cascade; drop schema public cascade; create schema public")
  await migrate(fresh.connection, folder)
  return fresh
}
