import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"

export const DIST = join(import.meta.dirname, "../../web/dist")
/** Below the packages that a build imports. */
const COPIES = join(import.meta.dirname, "../../node_modules/.cache/builds")
const HASHED = /^([\w.~-]+-)[\w-]{8}(\.(?:js|css))$/
const HASHED_NAMES = /[\w.~-]+-[\w-]{8}\.(?:js|css)/g
const NAMING = /^(?:site\.json|(?:client|pages)\/.+\.(?:js|css|html))$/
const COMPRESSED = /\.(?:br|gz)$/

/**
 * Copies the build to a temporary folder and gives every hashed file another name, as a build of changed sources does.
 * A file that names others has no compressed forms there.
 */
export function buildWithNewNames(): string {
  mkdirSync(COPIES, { recursive: true })
  const dist = mkdtempSync(join(COPIES, "haitech build "))
  const names = newNames()
  for (const file of globSync("**/*.*", { cwd: DIST }).filter((name) => !COMPRESSED.test(name))) {
    const from = join(DIST, file)
    const to = join(dist, dirname(file), names.get(basename(file)) ?? basename(file))
    mkdirSync(dirname(to), { recursive: true })
    const text = NAMING.test(file) ? readFileSync(from, "utf8") : ""
    const renamed = text.replace(HASHED_NAMES, (name) => names.get(name) ?? name)
    if (renamed !== text) writeFileSync(to, renamed)
    else
      for (const ending of ["", ".br", ".gz"]) if (existsSync(from + ending)) copyFileSync(from + ending, to + ending)
  }
  return dist
}

function newNames(): ReadonlyMap<string, string> {
  const names = readdirSync(join(DIST, "client/assets")).filter((name) => !COMPRESSED.test(name))
  return new Map(
    names.flatMap((name, at) => {
      const [, start = "", end = ""] = HASHED.exec(name) ?? []
      return start ? [[name, `${start}${String(at).padStart(8, "0")}${end}`] as const] : []
    }),
  )
}
