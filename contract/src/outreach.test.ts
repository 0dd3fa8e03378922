import { expect, test } from "vitest"
import { fieldErrors } from "./field-errors.ts"
import { MembershipRequest } from "./outreach.ts"

const ADA = { name: "Ada", email: "ada@example.org" }

function issues(sent: unknown): Record<string, string> {
  return fieldErrors(MembershipRequest.safeParse(sent).error?.issues ?? [])
}

test("a request is kept as typed, but for the spaces around a line, and composed (NFC)", () => {
  expect(MembershipRequest.parse({ ...ADA, name: "  Ade\u0300le <b>&amp;  ", interests: " a\nb " })).toEqual({
    ...ADA,
    name: "Ad\u00e8le <b>&amp;",
    interests: "a\nb",
  })
})

test("what the contract does not name is dropped, what is left empty counts as left out", () => {
  const sent = { ...ADA, interests: "  ", location: "", isAdmin: true, id: "x" }
  expect(MembershipRequest.parse(sent)).toEqual({ ...ADA, interests: undefined, location: undefined })
})

test.each([
  ["nothing at all", {}, { name: "name.required", email: "email.required" }],
  ["blank", { name: " ", email: "\t" }, { name: "name.required", email: "email.required" }],
  ["wrong types", { name: 1, email: ["a@b.co"] }, { name: "name.required", email: "email.required" }],
  ["no address", { ...ADA, email: "ada@" }, { email: "email.invalid" }],
  ["two addresses", { ...ADA, email: "a@b.co, c@d.co" }, { email: "email.invalid" }],
  ["a line break in an address", { ...ADA, email: "a@b.co\r\nBcc: c@d.co" }, { email: "email.invalid" }],
  ["an unknown program", { ...ADA, program: "cooking" }, { program: "program.unknown" }],
  ["NUL", { ...ADA, name: "A\0da" }, { name: "invalid" }],
  ["half a surrogate pair", { ...ADA, location: "\ud83c" }, { location: "invalid" }],
])("%s is refused, field by field", (_what, sent, expected) => {
  expect(issues(sent)).toEqual(expected)
})

test.each([
  ["name", 100, "name.too_long"],
  ["interests", 500, "interests.too_long"],
  ["location", 100, "location.too_long"],
] as const)("%s takes %i characters and not one more", (field, length, word) => {
  expect(issues({ ...ADA, [field]: "é".repeat(length) })).toEqual({})
  expect(issues({ ...ADA, [field]: "é".repeat(length + 1) })).toEqual({ [field]: word })
})

test("an e-mail takes 254 characters and not one more", () => {
  const address = (length: number) =>
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length - 188)}.ht`
  expect([address(254).length, issues({ ...ADA, email: address(254) })]).toEqual([254, {}])
  expect(issues({ ...ADA, email: address(255) })).toEqual({ email: "email.too_long" })
})
