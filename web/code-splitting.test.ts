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

test("what the dashboard's header and a tab import is in the chunk of the first view", async () => {
  expect(await chunkOf(DASHBOARD)).toBe("first-view")
})

test("what a public page may load, too, is not in the chunk of the first view", async () => {
  const page = { "virtual:island/page": importing(["/src/later.ts"]), "/src/later.ts": using("later") }
  expect(await chunkOf({ ...DASHBOARD, ...page })).toMatch(/^part/)
})

const importing = (files: readonly string[]) =>
  `export const island = [${files.map((file) => `() => import("${file}")`)}]`
const using = (name: string) => `import { module } from "${MODULE}"\nexport const ${name} = [module, "${name}"]`

const TABS = ["/src/app/member/header.tsx", "/src/app/member/tutor-page.tsx"]
const DASHBOARD = {
  "virtual:island/Dashboard": importing(TABS),
  ...Object.fromEntries(TABS.map((file, at) => [file, using(`tab${at}`)])),
}

/** The name of the chunk that {@link MODULE} lands in. */
function chunkOfModule(importers: readonly string[]): Promise<string | undefined> {
  const islands = ISLANDS.flatMap((file) => [
    [`virtual:island/${file}`, `export * from "${file}"`],
    [file, importers.includes(file) ? using("island") : "export const island = 1"],
  ])
  return chunkOf(Object.fromEntries(islands))
}

async function chunkOf(sources: Readonly<Record<string, string>>): Promise<string | undefined> {
  const all: Readonly<Record<string, string>> = { ...sources, [MODULE]: "export const module = () => document.title" }
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [{ name: "graph", resolveId: (id) => id, load: (id) => all[id] }],
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: {
        preserveEntrySignatures: "strict",
        input: Object.keys(sources).filter((id) => id.startsWith("virtual:")),
        output: { codeSplitting: { groups: chunkGroups } },
      },
    },
  })
  if (!("output" in result)) throw new Error("the build has no output")
  return result.output.find((file) => file.type === "chunk" && MODULE in file.modules)?.name
}
