import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { isDebianRoot } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    promtool: string | null
    natsServer: string | null
  }
}

interface Program {
  readonly name: string
  /** The package of Debian that contains it, and where. */
  readonly package: string
  readonly path: string
}

const CACHE = join(import.meta.dirname, "../node_modules/.cache/test-programs")
const PROMTOOL: Program = { name: "promtool", package: "prometheus", path: "usr/bin/promtool" }
const NATS: Program = { name: "nats-server", package: "nats-server", path: "usr/sbin/nats-server" }

/** Vitest's global setup: Prometheus's checker of alerts and a NATS server; null where they cannot be fetched. */
export function setup(project: TestProject): void {
  project.provide("promtool", pathOf(PROMTOOL))
  project.provide("natsServer", pathOf(NATS))
}

function pathOf(program: Program): string | null {
  const cached = join(CACHE, program.name)
  const works = (path: string) => spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0
  return [program.name, cached].find(works) ?? (fetchTo(cached, program) ? cached : null)
}

/** From Debian's package, without installing it: its installation would start a server. */
function fetchTo(target: string, { package: name, path }: Program): boolean {
  if (!isDebianRoot()) return false
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: "ignore" }).status === 0
  try {
    if (!run("apt-get", "update", "-q") || !run("apt-get", "download", "-q", name)) return false
    const [archive = ""] = globSync(join(folder, `${name}_*.deb`))
    if (!run("dpkg-deb", "--extract", archive, folder)) return false
    mkdirSync(CACHE, { recursive: true })
    copyFileSync(join(folder, path), target)
    return existsSync(target)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
