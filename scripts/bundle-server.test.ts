import { join } from "node:path"
import { build, type Rolldown } from "vite"
import { expect, test } from "vitest"

const ROOT = join(import.meta.dirname, "..")
const AT_START = ["main", "start", "platform/http/built-pages"]
const RARE = ["age-encryption", "nodemailer", "openid-client", "pdfkit", "s3mini", "sharp", "stripe", "web-push"]

test("a start loads no library that few requests need", async () => {
  const config = { configFile: join(ROOT, "server/vite.config.ts"), build: { write: false } }
  const { output } = (await build(config)) as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])))
  const entries = AT_START.map((name) => join(ROOT, `server/src/${name}.ts`))
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const next of chunks.get(name)?.imports ?? []) load(next)
  }
  for (const { facadeModuleId, fileName } of chunks.values()) if (entries.includes(facadeModuleId ?? "")) load(fileName)
  const modules = [...loaded].flatMap((name) => [name, ...(chunks.get(name)?.moduleIds ?? [])])
  expect(modules).toEqual(expect.arrayContaining(entries))
  expect(
    RARE.filter((library) => modules.some((id) => id === library || id.includes(`/node_modules/${library}/`))),
  ).toEqual([])
})
