import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Rolldown } from "vite"
import { forNode } from "./bundle-plugins.ts"
import { stampOf } from "./stamp.ts"

const SERVER = join(import.meta.dirname, "../server")
const DIST = join(SERVER, "dist")
const BUILT = join(DIST, "built.json")
const SOURCES = [
  "{server,contract,content,embedded-postgres}/src/**",
  "server/vite.config.ts",
  "package-lock.json",
  "scripts/{bundle-plugins,bundle-server,stamp}.ts",
]

interface Built {
  readonly stamp: string
  readonly files: readonly string[]
}

/** Bundles the server into `server/dist`; with `ifStale` only when its sources are not those of the bundle. */
export async function bundleServer({ ifStale }: { readonly ifStale: boolean }): Promise<void> {
  const stamp = stampOf(SOURCES)
  const last: Built = existsSync(BUILT) ? JSON.parse(readFileSync(BUILT, "utf8")) : { stamp: "", files: [] }
  if (ifStale && last.stamp === stamp) return
  deleteAllBut(last.files)
  const { build } = await import("vite")
  const { output } = (await build({
    configFile: join(SERVER, "vite.config.ts"),
    ...forNode(),
  })) as Rolldown.RolldownOutput
  writeFileSync(BUILT, JSON.stringify({ stamp, files: output.map(({ fileName }) => fileName) } satisfies Built))
}

/** A server that runs during the build still imports files of its own build. */
function deleteAllBut(files: readonly string[]): void {
  mkdirSync(DIST, { recursive: true })
  for (const file of readdirSync(DIST)) if (!files.includes(file)) rmSync(join(DIST, file))
}
