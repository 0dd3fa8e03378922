import { build } from "vite"
import { expect, test } from "vitest"
import { chunkGroups } from "./code-splitting.ts"

const USUAL = ["/src/features/appointments/a.ts", "/src/features/outreach/b.ts", "/src/features/publishing/c.ts"]
const RARE = ["/src/features/accounts/d.ts", "/src/features/accounts/e.ts", "/src/features/chat/f.ts"]
const APPS = ["/src/entry/g.ts", "/src/entry/h.ts"]
const ISLANDS = [...USUAL, ...RARE, ...APPS]
/** What the importers of each test import. */
const MODULE = "/src/ui/module.ts"

test.each([
  ["three islands of the usual pages", USUAL],
  ["all islands", ISLANDS],
])("what %s import is in the shared chunk", async (_, importers) => {
  expect(await chunkOfModule(importers)).toBe("shared")
})

test.each([
  ["two islands of the usual pages", USUAL.slice(1)],
  ["two islands of the usual pages, the rare ones and the apps", [...USUAL.slice(1), ...RARE, ...APPS]],
  ["only rare islands", RARE],
  ["one app and a page", [...APPS.slice(1), ...USUAL.slice(1)]],
])("what %s import is neither in the shared chunk nor in that of the apps", async (_, importers) => {
  expect(await chunkOfModule(importers)).not.toMatch(/^(shared|apps)$/)
})

test("what only both apps import is in the chunk of the apps", async () => {
  expect(await chunkOfModule(APPS)).toBe("apps")
})

/** The name of the chunk that {@link MODULE} lands in. */
async function chunkOfModule(importers: readonly string[]): Promise<string | undefined> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [{ name: "graph", resolveId: (id) => id, load: (id) => sourceOf(id, importers) }],
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: {
        preserveEntrySignatures: "strict",
        input: ISLANDS.map((file) => `virtual:island/${file}`),
        output: { codeSplitting: { groups: chunkGroups } },
      },
    },
  })
  if (!("output" in result)) throw new Error("the build has no output")
  return result.output.find((file) => file.type === "chunk" && MODULE in file.modules)?.name
}

function sourceOf(id: string, importers: readonly string[]): string {
  if (id === MODULE) return "export const module = () => document.title"
  if (id.startsWith("virtual:")) return `export * from ${JSON.stringify(id.replace("virtual:island/", ""))}`
  return importers.includes(id)
    ? `import { module } from ${JSON.stringify(MODULE)}\nexport const island = [module, ${JSON.stringify(id)}]`
    : "export const island = 1"
}
