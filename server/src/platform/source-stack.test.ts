import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "vite"
import { expect, onTestFinished, test } from "vitest"
import { sourceStack } from "./source-stack.ts"

test("a stack names the positions in sources of a bundle, and other positions as they are", async () => {
  const folder = mkdtempSync(join(tmpdir(), "haitech bundle "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, "refuse.ts"), 'export function refuse(): never {\n  throw new Error("no")\n}\n')
  writeFileSync(
    join(folder, "main.ts"),
    'import { refuse } from "./refuse.ts"\nexport const run = (): never => refuse()\n',
  )
  const output = { entryFileNames: "[name].js" }
  await build({
    configFile: false,
    root: folder,
    logLevel: "silent",
    build: { ssr: "main.ts", outDir: "dist", minify: false, sourcemap: true, rolldownOptions: { output } },
  })
  const lines = readFileSync(join(folder, "dist/main.js"), "utf8").split("\n")
  const line = lines.findIndex((text) => text.includes("throw")) + 1
  const stackOf = (file: string) =>
    `Error: no\n    at refuse (${file}:${line}:8)\n    at node:internal/timers:2:1\n    at late (file:///none.js:1:2)`
  const fileUrl = (name: string) => pathToFileURL(join(folder, name)).href
  const error = Object.assign(new Error("no"), { stack: stackOf(fileUrl("dist/main.js")) })
  const expected = stackOf(fileUrl("refuse.ts")).replace(`:${line}:8`, ":2:9")
  expect([sourceStack(error), sourceStack(error)]).toEqual([expected, expected])
  expect(sourceStack(Object.assign(new Error("no"), { stack: undefined }))).toBeUndefined()
})
