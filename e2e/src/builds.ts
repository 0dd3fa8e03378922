import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const DIST = join(import.meta.dirname, "../../web/dist")
const HASHED = /^(.+-)[\w-]{8}(\.(?:js|css))$/

/** Copies the build to a temporary folder and gives every hashed file another name, as a build of changed sources does. */
export function buildWithNewNames(): string {
  const dist = mkdtempSync(join(tmpdir(), "haitech build "))
  cpSync(DIST, dist, { recursive: true })
  for (const file of globSync("**/*.{br,gz}", { cwd: dist })) rmSync(join(dist, file))
  const assets = join(dist, "client/assets")
  const renames = readdirSync(assets).flatMap((name, at) => {
    const [, start = "", end = ""] = HASHED.exec(name) ?? []
    return start ? [[name, `${start}${String(at).padStart(8, "0")}${end}`] as const] : []
  })
  for (const [from, to] of renames) renameSync(join(assets, from), join(assets, to))
  for (const file of globSync("{site.json,{client,pages}/**/*.{js,css,html}}", { cwd: dist })) {
    const text = readFileSync(join(dist, file), "utf8")
    writeFileSync(
      join(dist, file),
      renames.reduce((content, [from, to]) => content.replaceAll(from, to), text),
    )
  }
  return dist
}
