import { expect, test } from "vitest"
import { ImportedMember } from "./admin/imports.ts"
import { fieldErrors } from "./field-errors.ts"

const ADA = { name: "Ada", email: "ada@example.org" }

const issues = (input: unknown) => fieldErrors(ImportedMember.safeParse(input).error?.issues ?? [])

test.each([
  ["2026-05-31", "2026-05-31T12:00:00.000Z"],
  ["2026-05-31T12:34:56.789Z", "2026-05-31T12:34:56.789Z"],
  ["2026-05-31T12:34:56Z", "2026-05-31T12:34:56.000Z"],
])("a person joined on %s", (joinedAt, instant) => {
  expect(ImportedMember.parse({ ...ADA, joinedAt }).joinedAt?.toISOString()).toBe(instant)
})

test.each(["31.05.2026", "05/31/2026", "2026-02-30", "0000-01-01", "2026-05-31T12:34:56", "soon", 2026])(
  "the date %j is refused",
  (joinedAt) => {
    expect(issues({ ...ADA, joinedAt })).toEqual({ joinedAt: "joined_on.invalid" })
  },
)

test("an imported person has one of our languages, or none", () => {
  expect(issues({ ...ADA, language: "ht" })).toEqual({})
  expect(issues(ADA)).toEqual({})
  expect(issues({ ...ADA, language: "HT" })).toEqual({ language: "language.unknown" })
})
