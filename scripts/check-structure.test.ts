import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { findViolations } from "./check-structure.ts"

const ALLOWED = [
  "contract/src/outreach.ts",
  "contract/src/outreach.test.ts",
  "embedded-postgres/src/start.ts",
  "embedded-postgres/src/start.test.ts",
  "server/src/main.ts",
  "server/src/access-matrix.txt",
  "server/src/routes.test.ts",
  "server/src/features/outreach/routes.ts",
  "server/src/features/donations/service/refund.ts",
  "server/src/features/outreach/outreach.test.ts",
  "server/src/gateways/mail.ts",
  "server/src/gateways/payments/stripe.ts",
  "server/src/platform/db/embedded.ts",
  "web/src/entry/public.ts",
  "web/src/app/pages.ts",
  "web/src/app/public/home-page.tsx",
  "web/src/app/public/layout.tsx",
  "web/src/app/public/header.tsx",
  "web/src/app/public/header.css",
  "web/src/app/admin/texts.ts",
  "web/src/features/outreach/api.ts",
  "web/src/features/outreach/newsletter-form.tsx",
  "web/src/features/outreach/impact-counters.css",
  "web/src/features/outreach/admin/contact-detail.css",
  "web/src/features/outreach/use-signup.ts",
  "web/src/features/outreach/admin/reply-dialog.tsx",
  "web/src/platform/http/request.ts",
  "web/src/styles/site.css",
  "e2e/src/home.spec.ts",
  "scripts/test.ts",
]

const MISPLACED = [
  "contract/src/widgets.ts",
  "embedded-postgres/src/platform/start.ts",
  "server/src/server.ts",
  "server/src/features/outreach/repository.ts",
  "server/src/features/outreach/mailing.ts",
  "server/src/features/payments/routes.ts",
  "server/src/features/outreach/tables/rows.ts",
  "server/src/gateways/weather.ts",
  "server/src/lib/x.ts",
  "server/src/platform/utils.ts",
  "web/src/platform/dates.ts",
  "web/src/platform/i18n/date-helpers.ts",
  "web/src/ui/index.ts",
  "web/src/app/public/hero.tsx",
  "web/src/app/staff/staff-page.tsx",
  "web/src/features/outreach/common.ts",
  "web/src/features/outreach/forms/join.tsx",
  "web/src/features/marketing/api.ts",
  "web/src/hooks/use-x.ts",
  "web/src/styles/admin.css",
  "scripts/Deploy.ts",
]

test.for(ALLOWED)("%s is allowed", (file) => {
  expect(violationsOf({ [file]: "" })).toEqual([])
})

test.for(MISPLACED)("%s is refused", (file) => {
  expect(violationsOf({ [file]: "" })).toEqual([expect.stringMatching(/not an allowed file name|too vague/)])
})

const SERVICE = "server/src/features/donations/service.ts"
const LINES: readonly [file: string, allowed: string, refused: string][] = [
  [SERVICE, 'import { a } from "#features/members/service.ts"', 'import { a } from "#features/members/queries.ts"'],
  [SERVICE, 'import { a } from "#features/donations/queries.ts"', 'import { a } from "#features/members/rules.ts"'],
  [SERVICE, 'import { members } from "#features/members/table.ts"', 'import { a } from "#features/members/routes.ts"'],
  [SERVICE, 'await import("./x.ts")', 'await import("#features/members/service.ts")'],
  ["server/src/app.ts", 'import { a } from "#features/members/routes.ts"', 'await import("#gateways/mail.ts")'],
  ["web/src/app/public/home-page.tsx", 'await import("#features/chat/panel.tsx")', 'export { a } from "#ui/a.tsx"'],
  ["web/src/features/chat/api.ts", 'await import("./panel.tsx")', 'await import("#features/members/api.ts")'],
  [
    "web/src/features/chat/admin/a.ts",
    'import "#features/chat/state.ts"',
    'import { a } from "#features/members/api.ts"',
  ],
  ["web/src/features/chat/b.ts", 'import { a } from "#platform/http/live.ts"', 'await import("#app/pages.ts")'],
  ["web/src/platform/http/a.ts", 'await import("./live.ts")', 'await import("#features/chat/state.ts")'],
  ["web/src/ui/a.tsx", 'export type { B } from "react"', 'export * from "./b.tsx"'],
  ["e2e/src/z.ts", "log() /* eslint-disable-line -- it is a report */", "/* eslint-disable -- */ log()"],
  ["server/src/platform/x.ts", "process.pid", 'import { env } from "node:process"'],
  ["server/src/platform/y.ts", "process.cwd()", 'process["env"]'],
  [
    "e2e/src/x.ts",
    "log() // oxlint-disable-line no-console -- it is a report",
    "log() // oxlint-disable-line no-console",
  ],
  [
    "e2e/src/y.ts",
    "log() /* eslint-disable-line no-console -- it is a report */",
    "log() /* eslint-disable-line no-console -- */",
  ],
]

test.for(LINES)("%s may contain `%s`, not `%s`", ([file, allowed, refused]) => {
  expect(violationsOf({ [file]: allowed })).toEqual([])
  expect(violationsOf({ [file]: `const a = 1\n${refused}` })).toEqual([expect.stringContaining(`${file}:2: `)])
})

test("a style sheet has at most 250 lines", () => {
  const file = "web/src/ui/card.css"
  expect(violationsOf({ [file]: "a {}\n".repeat(250) })).toEqual([])
  expect(violationsOf({ [file]: "a {}\n".repeat(251) })).toEqual([
    expect.stringMatching(/has 251 lines, allowed are 250/),
  ])
})

test("a misplaced file names the patterns of its folder and how to allow it", () => {
  expect(violationsOf({ "web/src/app/hero.tsx": "" })).toEqual([
    "web/src/app/hero.tsx: is not an allowed file name; allowed: web/src/app/{pages.ts,page-definition.ts,record-pages.ts,islands.ts,fragments.ts,<test>} " +
      '(see docs/ARCHITECTURE.md, "Modules"; to allow a new name edit ALLOWED_PATHS in scripts/check-structure.ts)',
  ])
})

test("a file in an unknown folder names the patterns of its package", () => {
  const [violation] = violationsOf({ "contract/src/forms/x.ts": "" })
  expect(violation).toContain("allowed: contract/src/")
  expect(violation).toContain("with <feature> one of accounts|factors|members|")
})

const CODE = Array.from({ length: 95 }, (_, index) => `const a${index} = "// ${index}" // b\n`).join("\n")
const COMMENT = "/**\n * a\n */\n// b"

test.for([
  ["bench", "src/a.ts"],
  ["contract", "src/ids.ts"],
  ["e2e", "src/a.ts"],
  ["embedded-postgres", "src/a.ts"],
  ["scripts", "a.ts"],
  ["server", "src/app.ts"],
  ["web", "src/ui/a.tsx"],
])("at most 5 % of the lines in %s, blank ones left out, are comments", ([name, path]) => {
  const file = `${name}/${path}`
  const tests = { [file.replace(/\w+\.tsx?$/, "b.test.ts")]: "// a\n// b" }
  expect(violationsOf({ ...tests, [file]: `${COMMENT}\n${CODE}\n  // c` })).toEqual([])
  expect(violationsOf({ ...tests, [file]: `${COMMENT}\n${CODE}\n  // c\n// d` })).toEqual([
    `${name}: 6 % of the lines are comments, of at most 5 %; delete those that repeat what the code or a type says ` +
      '(see docs/STYLE.md, "Form")',
  ])
})

test("every violation is reported, not only the first", () => {
  expect(violationsOf({ "web/src/ui/index.ts": 'export * from "./a.tsx"', "server/src/x.ts": "" })).toHaveLength(3)
})

function violationsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "structure-"))
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), `${text}\n`)
    }
    return findViolations(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
