import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbeddedPostgres } from "./start.ts"

declare module "vitest" {
  interface ProvidedContext {
    stoppedCluster: string
  }
}

/** Vitest's global setup, once per run: initdb takes ten times as long as a copy of its result. */
export default async function setup(project: {
  provide(name: "stoppedCluster", value: string): void
}): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "embedded-postgres-cluster-"))
  const { stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  project.provide("stoppedCluster", join(dataDir, "data"))
  return () => rm(dataDir, { recursive: true })
}
