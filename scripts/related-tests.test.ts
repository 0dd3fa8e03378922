import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { changedFiles, relatedTests, testsThatReach } from "./related-tests.ts"

const FILES: Readonly<Record<string, string>> = {
  "contract/package.json": '{ "name": "@haitech/contract", "exports": { "./*": "./src/*.ts" } }',
  "contract/src/api.ts": 'import "@haitech/contract/outreach"\nimport "@haitech/contract/chat"',
  "contract/src/chat.ts": "",
  "contract/src/outreach.ts": "",
  "contract/src/outreach.test.ts": 'import "./outreach.ts"',
  "server/package.json": '{ "name": "@haitech/server", "imports": { "#*": "./src/*" } }',
  "server/src/app.ts": 'import "#features/outreach/service.ts"\nimport "#features/chat/service.ts"',
  "server/src/testing.ts": 'import "./app.ts"\nimport "./features/chat/service.ts"',
  "server/src/access.test.ts": 'import "#testing.ts"',
  "server/src/platform/lists.ts": "",
  "server/src/platform/pages.test.ts": 'import "#testing.ts"',
  "server/src/features/chat/service.ts": 'import "@haitech/contract/chat"',
  "server/src/features/chat/chat.test.ts": 'import "#testing.ts"',
  "server/src/features/outreach/service.ts": 'import "@haitech/contract/outreach"\nimport "#platform/lists.ts"',
  "server/src/features/outreach/contact.test.ts": 'import "#testing.ts"',
  "web/package.json": '{ "name": "@haitech/web", "imports": { "#*": "./src/*" } }',
  "web/src/features/outreach/form.tsx": 'const load = () => import("@haitech/contract/outreach")',
  "web/src/features/outreach/form.test.tsx": 'import "./form.tsx"',
  "web/src/app/page.test.ts": 'import "#features/outreach/form.tsx"',
  "e2e/src/kill.test.ts": 'import "@haitech/contract/outreach"',
  "scripts/words.test.ts": "",
}
const root = mkdtempSync(join(tmpdir(), "related-tests-"))

beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) put(file, text)
  mkdirSync(join(root, "node_modules/@haitech"), { recursive: true })
  symlinkSync("../../contract", join(root, "node_modules/@haitech/contract"), "junction")
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("a changed feature of the server concerns its own tests and the rules over all features", () => {
  expect(relatedTests(root, ["server/src/features/chat/service.ts"])).toEqual([
    "server/src/access.test.ts",
    "server/src/features/chat/chat.test.ts",
  ])
})

test("a changed contract concerns the tests of its feature in both packages, and all that import it", () => {
  expect(relatedTests(root, ["contract/src/outreach.ts"])).toEqual([
    "contract/src/outreach.test.ts",
    "server/src/access.test.ts",
    "server/src/features/outreach/contact.test.ts",
    "web/src/app/page.test.ts",
    "web/src/features/outreach/form.test.tsx",
  ])
})

test("a changed file that features share concerns the tests of those that use it", () => {
  expect(relatedTests(root, ["server/src/platform/lists.ts"])).toEqual([
    "server/src/access.test.ts",
    "server/src/features/outreach/contact.test.ts",
  ])
})

test("a changed file that brings all features together concerns the tests that import it", () => {
  expect(relatedTests(root, ["server/src/testing.ts"])).toEqual([
    "server/src/access.test.ts",
    "server/src/features/chat/chat.test.ts",
    "server/src/features/outreach/contact.test.ts",
    "server/src/platform/pages.test.ts",
  ])
})

test("a changed component concerns the tests that import it, and none of the server", () => {
  expect(relatedTests(root, ["web/src/features/outreach/form.tsx"])).toEqual([
    "web/src/app/page.test.ts",
    "web/src/features/outreach/form.test.tsx",
  ])
})

test("a changed migration concerns the server's tests, and a changed document those of the scripts", () => {
  expect(relatedTests(root, ["server/migrations/0001/migration.sql", "docs/STYLE.md"])).toEqual([
    "scripts/words.test.ts",
    "server/src/access.test.ts",
    "server/src/features/chat/chat.test.ts",
    "server/src/features/outreach/contact.test.ts",
    "server/src/platform/pages.test.ts",
  ])
})

test("a test reaches a file through any number of others, also of another package", () => {
  expect(testsThatReach(root, "contract/src/outreach.ts")).toEqual([
    "contract/src/outreach.test.ts",
    "server/src/access.test.ts",
    "server/src/features/chat/chat.test.ts",
    "server/src/features/outreach/contact.test.ts",
    "server/src/platform/pages.test.ts",
    "web/src/app/page.test.ts",
    "web/src/features/outreach/form.test.tsx",
  ])
  expect(testsThatReach(root, "server/src/access.test.ts")).toEqual(["server/src/access.test.ts"])
})

test("another package or setting concerns every test but the journeys", () => {
  const tests = Object.keys(FILES).filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith("e2e/"))
  expect(relatedTests(root, ["package-lock.json"])).toEqual(tests.sort())
})

test("changes since the common ancestor with the base count, committed or not, but not those of the base", () => {
  git("init", "--quiet", "--initial-branch=main")
  put(".gitignore", "node_modules\n")
  commit("first")
  git("switch", "--quiet", "--create", "work")
  put("server/src/committed.ts", "")
  commit("work")
  git("switch", "--quiet", "main")
  put("server/src/other.ts", "")
  commit("other")
  git("switch", "--quiet", "work")
  put("server/src/app.ts", "")
  put("server/src/untracked.ts", "")
  expect(changedFiles(root, "main")).toEqual([
    "server/src/app.ts",
    "server/src/committed.ts",
    "server/src/untracked.ts",
  ])
  expect(() => changedFiles(root, "nowhere")).toThrow("nowhere")
})

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function commit(subject: string): void {
  git("add", "--all")
  git("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message", subject)
}

function git(...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "" },
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(stderr)
}
