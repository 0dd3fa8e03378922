import { expect, test } from "vitest"
import { type BuiltModule, describeModules } from "./page-modules.ts"

const DIALOG: BuiltModule = { file: "ui/dialog.tsx", length: 900, importers: ["app/a.tsx", "app/b.tsx"] }
const FIELD: BuiltModule = { file: "ui/field.tsx", length: 2000, importers: ["app/a.tsx"] }
const ENTRY: BuiltModule = { file: "entry/mount.ts", length: 50, importers: [] }

test("names new and grown modules with their importers, largest growth first", () => {
  const before = [{ ...FIELD, length: 1990 }, ENTRY]
  expect(describeModules([ENTRY, FIELD, DIALOG], before)).toBe(
    [
      "Grown since the last run within the budget, in characters before minification:",
      "  900 ui/dialog.tsx, imported by app/a.tsx, app/b.tsx",
      "  10 ui/field.tsx, imported by app/a.tsx",
    ].join("\n"),
  )
})

test.each([
  ["without an earlier run", []],
  ["when no module has grown", [DIALOG, FIELD, ENTRY]],
])("names the largest modules %s", (_, before) => {
  expect(describeModules([ENTRY, DIALOG, FIELD], before)).toBe(
    [
      "Largest modules, in characters before minification:",
      "  2000 ui/field.tsx, imported by app/a.tsx",
      "  900 ui/dialog.tsx, imported by app/a.tsx, app/b.tsx",
      "  50 entry/mount.ts, imported by nothing",
    ].join("\n"),
  )
})
