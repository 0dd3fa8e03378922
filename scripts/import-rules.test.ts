import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { programPath } from "./programs.ts"

const ROOT = join(import.meta.dirname, "..")
const OXLINT = programPath("oxlint")

/** Import sources per file: `+` allowed, `-` forbidden, `t` allowed for types only. */
const TABLE = `
contract/src/x.ts
  + zod/mini ./ids.ts #ids.ts
  - zod drizzle-orm node:fs react ../src/ids.ts ../../server/src/app.ts @haitech/server
embedded-postgres/src/x.ts
  + node:fs node:fs/promises pg ./error.ts
  - drizzle-orm vitest ./testing.ts ./testing-processes.ts ../src/error.ts @haitech/contract/ids @haitech/server
embedded-postgres/src/x.test.ts
  + node:fs vitest ./testing-processes.ts
  - drizzle-orm @haitech/contract/ids ../src/error.ts
server/src/features/x/table.ts
  + drizzle-orm/pg-core @haitech/contract/outreach #features/y/table.ts #platform/db/columns.ts
  - ./rules.ts #features/y/service.ts #platform/problem.ts #deps.ts fastify pg
server/src/features/x/queries.ts
  + drizzle-orm ./table.ts #features/y/table.ts #platform/db/client.ts @haitech/contract/ids
  - ./service.ts ./routes.ts ./rules.ts #features/y/queries.ts #features/y/service.ts #platform/http/handle.ts
  - #platform/db/testing.ts #deps.ts nodemailer ../y/table.ts
server/src/features/x/rules.ts
  + @haitech/contract/outreach temporal-polyfill rrule-temporal
  t ./table.ts
  - ./queries.ts #deps.ts #platform/problem.ts node:fs drizzle-orm #features/y/rules.ts #features/y/table.ts
server/src/features/x/service.ts
  + ./queries.ts ./rules.ts #deps.ts #platform/problem.ts #platform/jobs/outbox.ts @haitech/contract/ids node:crypto
  + #features/y/service.ts #features/y/service/refund.ts
  t ./table.ts
  - ./routes.ts #features/y/routes.ts #gateways/mail.ts #platform/http/handle.ts #platform/db/testing.ts #app.ts
  - fastify @fastify/formbody drizzle-orm drizzle-orm/pg-core pg nodemailer ../y/service.ts
server/src/features/x/service/refund.ts
  + ./pledge.ts #features/x/queries.ts #features/x/queries/gifts.ts #deps.ts
  t #features/x/table.ts
  - #features/x/routes.ts #features/x/table.ts drizzle-orm ../queries.ts
server/src/features/x/routes.ts
  + ./service.ts ./queries.ts #deps.ts #platform/http/handle.ts #platform/problem.ts @haitech/contract/outreach
  + #features/x/service/refund.ts
  t ./table.ts
  - ./rules.ts #platform/db/client.ts #platform/jobs/outbox.ts #gateways/mail.ts #features/y/rules.ts #app.ts
  - fastify drizzle-orm nodemailer
server/src/features/x/jobs.ts
  + ./service.ts ./queries.ts #deps.ts #platform/jobs/outbox.ts
  t ./table.ts
  - ./routes.ts #platform/http/handle.ts drizzle-orm #features/y/routes.ts
server/src/features/x/live.ts
  + ./queries.ts @haitech/contract/live #platform/socket/topics.ts
  - @haitech/embedded-postgres ./routes.ts fastify drizzle-orm #features/y/live.ts
server/src/platform/http/x.ts
  + fastify #platform/problem.ts ./y.ts drizzle-orm #config.ts @haitech/embedded-postgres
  - #features/y/table.ts #features/y/service.ts #gateways/mail.ts #deps.ts #app.ts ../problem.ts ../../app.ts
  - #platform/db/testing.ts ./testing.ts
server/src/gateways/mail.ts
  + nodemailer #platform/log.ts node:fs
  - #features/y/service.ts #platform/db/client.ts drizzle-orm fastify pg #deps.ts ../deps.ts
  - @haitech/embedded-postgres
server/src/app.ts
  + #features/y/routes.ts ./deps.ts
  - ../../web/src/entry/render.tsx ./testing.ts
server/src/features/x/x.test.ts
  + #testing.ts #platform/db/testing.ts drizzle-orm ./rules.ts
  - ../y/table.ts
web/src/ui/button.tsx
  + react react-dom @radix-ui/react-toast ./icon.tsx
  - #features/y/api.ts #app/pages.ts #platform/http/request.ts @haitech/contract/api @tanstack/react-query
web/src/features/x/form.tsx
  + react #ui/button.tsx #platform/http/request.ts @haitech/contract/outreach ./api.ts ./admin/form.tsx #features/x/api.ts
  - react-markdown @haitech/content/pages/terms.en.md?raw #app/pages.ts #entry/mount.ts @haitech/messages/en.json zod ../y/api.ts node:fs
web/src/platform/x.ts
  + react react-markdown @haitech/contract/api @haitech/messages/en.json ./request.ts
  - @haitech/content/pages/terms.en.md?raw #features/y/api.ts #app/pages.ts #ui/button.tsx #entry/mount.ts zod
web/src/app/public/home-page.tsx
  + #features/x/form.tsx #features/y/form.tsx #ui/button.tsx #platform/page/page.tsx @haitech/content/pages/terms.en.md?raw
  - @haitech/embedded-postgres/connection react-markdown remark-gfm ../pages.ts @haitech/messages/en.json zod
e2e/src/x.spec.ts
  + ./fixtures.ts @haitech/messages/en.json @haitech/embedded-postgres/testing
  - ../../server/src/app.ts
scripts/x.ts
  + ./browser.ts @haitech/contract/problems
  - ../server/src/config.ts`

interface Case {
  readonly file: string
  readonly code: string
  /** The rule that must refuse the code; without one the code must pass. */
  readonly rule?: string
}

const CASES: readonly Case[] = [
  ...TABLE.trim()
    .split(/\n(?=\S)/)
    .flatMap(casesOf),

  { file: "web/src/features/x/api.ts", code: 'export const a = () => fetch("/api/x")', rule: "no-restricted-globals" },
  { file: "web/src/app/x.ts", code: 'export const a = () => window.fetch("/x")', rule: "no-restricted-properties" },
  { file: "web/src/app/x.ts", code: 'export const a = () => globalThis.fetch("/x")', rule: "no-restricted-properties" },
  { file: "web/src/ui/x.tsx", code: "export const a = () => new XMLHttpRequest()", rule: "no-restricted-globals" },
  {
    file: "server/src/features/x/service.ts",
    code: 'export const a = () => fetch("/")',
    rule: "no-restricted-globals",
  },
  { file: "web/src/platform/http/request.ts", code: 'export const a = () => fetch("/api/x")' },
  { file: "server/src/gateways/calendar.ts", code: 'export const a = () => fetch("https://x")' },

  { file: "server/src/platform/x.ts", code: "export const a = process.env.A", rule: "no-process-env" },
  { file: "server/src/main.ts", code: 'export const a = process.env["A"]', rule: "no-process-env" },
  { file: "server/src/config.ts", code: 'export const a = process.env["A"]' },
  { file: "scripts/x.ts", code: 'export const a = process.env["A"]' },

  { file: "server/src/platform/x.ts", code: "export default 1", rule: "no-default-export" },
  { file: "web/vite.config.ts", code: "export default 1" },
  { file: "web/src/app/all.ts", code: 'export * from "./pages.ts"', rule: "no-barrel-file" },
  { file: "web/src/ui/BigButton.tsx", code: "export const a = 1", rule: "filename-case" },
  { file: "server/src/platform/x.ts", code: "export const a = (b: any) => b", rule: "no-explicit-any" },
  {
    file: "server/src/main.ts",
    code: 'import { A } from "./y.ts"\nexport type B = A',
    rule: "consistent-type-imports",
  },
  { file: "server/src/platform/x.ts", code: "// @ts-ignore\nexport const a = 1", rule: "ban-ts-comment" },
  { file: "server/src/platform/x.ts", code: "// @ts-expect-error\nexport const a = 1", rule: "ban-ts-comment" },
  {
    file: "server/src/platform/x.ts",
    code: "// oxlint-disable\nexport const a = 1",
    rule: "no-abusive-eslint-disable",
  },
  { file: "server/src/platform/x.ts", code: `export const a = [${"\n1,".repeat(249)}\n]`, rule: "max-lines" },
  { file: "server/src/platform/x.ts", code: `export const a = [${"\n1,".repeat(248)}\n]` },
  {
    file: "server/src/platform/x.ts",
    code: `export function a(): number {${"\n  // b\n  c()\n".repeat(59)}}\nconst c = () => 1`,
    rule: "max-lines-per-function",
  },
  {
    file: "web/src/ui/x.tsx",
    code: `export function a(): void {${"\n  // b\n  c()\n".repeat(58)}}\nconst c = () => 1`,
  },
  { file: "web/src/ui/image.tsx", code: 'export const A = () => <img src="/a.svg" />', rule: "alt-text" },
  { file: "web/src/ui/image.tsx", code: 'export const A = () => <img src="/a.svg" alt="" />' },
  {
    file: "web/src/ui/hook.tsx",
    code: 'import { use } from "react"\nexport const A = (p: { b: boolean }) => p.b && useB()\nconst useB = () => use(p)',
    rule: "rules-of-hooks",
  },
]

const violations = lint(CASES)

test.for(
  CASES.map(({ file, code, rule }, index) => ({
    index,
    rule,
    name: `${file}: ${code.slice(0, 60).replace(/\s+/g, " ")} ${rule ? `violates ${rule}` : "is allowed"}`,
  })),
)("$name", ({ index, rule }) => expect(violations[index]).toEqual(rule ? [rule] : []))

test("two services must not import each other", () => {
  const rules = oxlint({
    "server/package.json": '{ "type": "module", "imports": { "#*": "./src/*" } }',
    "server/src/features/x/service.ts": 'import { b } from "#features/y/service.ts"\nexport const a = () => b\n',
    "server/src/features/y/service.ts": 'import { a } from "#features/x/service.ts"\nexport const b = () => a\n',
  }).map(({ rule }) => rule)
  expect(rules).toEqual(["no-cycle", "no-cycle"])
})

test("two files must not import each other's types", () => {
  const rules = oxlint({
    "web/src/ui/x.tsx": 'import type { Y } from "./y.tsx"\nexport type X = Y | 1\n',
    "web/src/ui/y.tsx": 'import type { X } from "./x.tsx"\nexport type Y = X | 2\n',
  }).map(({ rule }) => rule)
  expect(rules).toEqual(["no-cycle", "no-cycle"])
})

function casesOf(entry: string): Case[] {
  const [file = "", ...lines] = entry.split("\n")
  return lines.flatMap((line) => {
    const [sign = "", ...sources] = line.trim().split(" ")
    const values = sources.map((from) => ({ file, code: `import { a } from "${from}"\nexport const b = a` }))
    const types = sources.map((from) => ({ file, code: `import type { A } from "${from}"\nexport type B = A` }))
    const refused = values.map((each) => ({ ...each, rule: "no-restricted-imports" }))
    return { "+": values, "-": refused, t: [...types, ...refused] }[sign] ?? []
  })
}

/** The rules that refuse each case. Cases with the same file name run in separate rounds. */
function lint(cases: readonly Case[]): string[][] {
  const rules = cases.map((): string[] => [])
  const roundOf = (index: number) => cases.slice(0, index).filter(({ file }) => file === cases[index]?.file).length
  const rounds = Map.groupBy(cases.keys(), roundOf)
  for (const indexes of rounds.values()) {
    const byFile = new Map(indexes.map((index) => [cases[index]?.file ?? "", index]))
    const files = indexes.map((index) => [cases[index]?.file ?? "", `${cases[index]?.code}\n`])
    for (const { file, rule } of oxlint(Object.fromEntries(files))) rules[byFile.get(file) ?? -1]?.push(rule)
  }
  return rules
}

function oxlint(files: Record<string, string>): { file: string; rule: string }[] {
  const root = mkdtempSync(join(tmpdir(), "rules-"))
  cpSync(join(ROOT, ".oxlintrc.json"), join(root, ".oxlintrc.json"))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const { stdout, status } = spawnSync(process.execPath, [OXLINT, "--format=json", "."], {
    cwd: root,
    encoding: "utf8",
  })
  rmSync(root, { recursive: true, force: true })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] }
  // A warning does not fail the command and is not a rule.
  expect(status === 0).toBe(diagnostics.length === 0)
  return diagnostics.map(({ filename, code }) => ({ file: filename, rule: /\(([^)]+)\)$/.exec(code)?.[1] ?? code }))
}
