import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { isDebianRoot } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    promtool: string | null
  }
}

const FOLDER = join(import.meta.dirname, "../node_modules/.cache/promtool")
const CACHED = join(FOLDER, "promtool")

/** Vitest's global setup: the tests of alerts ask Prometheus whether they fire; null where it cannot be fetched. */
export function setup(project: TestProject): void {
  project.provide("promtool", installed() ?? fetched() ?? null)
}

function installed(): string | undefined {
  return ["promtool", CACHED].find((path) => spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0)
}

/** From Debian's package, without installing it: its installation would start a server. */
function fetched(): string | undefined {
  if (!isDebianRoot()) return undefined
  const folder = mkdtempSync(join(tmpdir(), "promtool-"))
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: "ignore" }).status === 0
  try {
    if (!run("apt-get", "update", "-q") || !run("apt-get", "download", "-q", "prometheus")) return undefined
    const [archive = ""] = globSync(join(folder, "prometheus_*.deb"))
    if (!run("dpkg-deb", "--extract", archive, folder)) return undefined
    mkdirSync(FOLDER, { recursive: true })
    copyFileSync(join(folder, "usr/bin/promtool"), CACHED)
    return existsSync(CACHED) ? CACHED : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
