import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"

const ROOT = join(import.meta.dirname, "..")
const UNITS = globSync("deploy/systemd/*", { cwd: ROOT })
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0
const OF_OTHERS = /^(SITE_HOST|UPSTREAM|DATABASE_PASSWORD|POSTGRES_\w+|PG\w+|NODE_COMPILE_CACHE|MALLOC_\w+)$/

const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

test.each(["deploy/compose.yaml", "deploy/kubernetes/settings.env", "deploy/kubernetes/deployment.yaml", "Dockerfile"])(
  "%s sets only settings that the product has",
  (file) => {
    const known = new Set([...read(".env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name))
    const names = [...read(file).matchAll(/(?<![\w$])([A-Z][A-Z]+_[A-Z_]+)(?=[:=]|, value)/g)].map(
      ([, name = ""]) => name,
    )
    expect(names).not.toEqual([])
    expect(names.filter((name) => !known.has(name) && !OF_OTHERS.test(name))).toEqual([])
  },
)

test.each(["deploy/systemd/haitech.service", "Dockerfile"])(
  "%s has glibc map each of Node's pools of small buffers by itself",
  (file) => {
    const [, bytes = ""] = /POOL_BYTES = ([\d_]+)/.exec(read("server/src/platform/garbage.ts")) ?? []
    expect(read(file)).toContain(`MALLOC_MMAP_THRESHOLD_=${Number(bytes.replaceAll("_", ""))}`)
  },
)

test.runIf(hasSystemd)("systemd accepts the units", () => {
  const folder = mkdtempSync(join(tmpdir(), "haitech-units-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = UNITS.map((unit) => join(folder, basename(unit)))
  for (const [index, unit] of UNITS.entries()) {
    // systemd looks for the program, which is on no machine but the site's.
    writeFileSync(files[index] ?? "", read(unit).replace(/^ExecStart=\S+node /m, `ExecStart=${process.execPath} `))
  }
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" })
  expect([status, stderr.split("\n").filter((line) => line.includes(folder))]).toEqual([0, []])
})
