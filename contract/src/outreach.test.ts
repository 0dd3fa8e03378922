import { expect, test } from "vitest"
import { fieldErrors } from "./field-errors.ts"
import { MembershipRequest } from "./outreach.ts"

const ADA = { name: "Ada", email: "ada@example.org" }

function issues(input: unknown): Record<string, string> {
  return fieldErrors(MembershipRequest.safeParse(input).error?.issues ?? [])
}

test("a request is trimmed and normalized to NFC, and otherwise stays as typed", () => {
  expect(MembershipRequest.parse({ ...ADA, name: "  Ade\u0300le <b>&amp;  ", interests: " a\nb " })).toEqual({
    ...ADA,
    name: "Ad\u00e8le <b>&amp;",
    interests: "a\nb",
  })
})

test("unknown fields are dropped and empty optional fields become undefined", () => {
  const input = { ...ADA, interests: "  ", location: "", isAdmin: true, id: "x" }
  expect(MembershipRequest.parse(input)).toEqual({ ...ADA, interests: undefined, location: undefined })
})

test.each([
  ["an empty request", {}, { name: "name.required", email: "email.required" }],
  ["a blank request", { name: " ", email: "\t" }, { name: "name.required", email: "email.required" }],
  ["wrong types", { name: 1, email: ["a@b.co"] }, { name: "name.required", email: "email.required" }],
  ["an incomplete email address", { ...ADA, email: "ada@" }, { email: "email.invalid" }],
  ["two email addresses", { ...ADA, email: "a@b.co, c@d.co" }, { email: "email.invalid" }],
  ["a line break in an email address", { ...ADA, email: "a@b.co\r\nBcc: c@d.co" }, { email: "email.invalid" }],
  ["an unknown program", { ...ADA, program: "cooking" }, { program: "program.unknown" }],
  ["NUL", { ...ADA, name: "A\0da" }, { name: "invalid" }],
  ["a lone surrogate", { ...ADA, location: "\ud83c" }, { location: "invalid" }],
])("%s is refused with an error per field", (_case, input, expected) => {
  expect(issues(input)).toEqual(expected)
})

test.each([
  ["name", 100, "name.too_long"],
  ["interests", 500, "interests.too_long"],
  ["location", 100, "location.too_long"],
] as const)("%s takes %i characters and no more", (field, length, code) => {
  expect(issues({ ...ADA, [field]: "é".repeat(length) })).toEqual({})
  expect(issues({ ...ADA, [field]: "é".repeat(length + 1) })).toEqual({ [field]: code })
})

test("an email address accepts 254 characters and no more", () => {
  const address = (length: number) =>
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length - 188)}.ht`
  expect([address(254).length, issues({ ...ADA, email: address(254) })]).toEqual([254, {}])
  expect(issues({ ...ADA, email: address(255) })).toEqual({ email: "email.too_long" })
})
