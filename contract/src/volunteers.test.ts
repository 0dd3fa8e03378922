import { expect, test } from "vitest"
import { fieldErrors } from "./field-errors.ts"
import { ApplicationRequest } from "./volunteers.ts"

const ADA = {
  role: "mentor",
  firstName: "Ada",
  lastName: "Pierre",
  email: "ada@example.org",
  motivation: "I like to help.",
  consent: true,
} as const

function issues(input: unknown): Record<string, string> {
  return fieldErrors(ApplicationRequest.safeParse(input).error?.issues ?? [])
}

const without = (field: keyof typeof ADA) => Object.fromEntries(Object.entries(ADA).filter(([name]) => name !== field))

test("a plain form's empty fields are left out, and its consent is a consent", () => {
  const empty = { phone: "", country: " ", timezone: "", languages: "", skills: "", linkedinUrl: "", websiteUrl: " " }
  expect(ApplicationRequest.parse({ ...ADA, ...empty, consent: "true" })).toEqual(ADA)
})

test.each([
  ["role", "role.unknown"],
  ["firstName", "first_name.required"],
  ["lastName", "last_name.required"],
  ["email", "donor_email.invalid"],
  ["motivation", "motivation.too_short"],
  ["consent", "consent.required"],
] as const)("%s is required", (field, error) => {
  expect(issues(without(field))).toEqual({ [field]: error })
})

test.each([
  ["firstName", 50, "applicant_first_name.too_long"],
  ["lastName", 50, "applicant_last_name.too_long"],
  ["phone", 40, "phone.too_long"],
  ["country", 100, "country.too_long"],
  ["languages", 200, "languages.too_long"],
  ["skills", 500, "skills_description.too_long"],
  ["availability", 300, "availability.too_long"],
  ["motivation", 1000, "motivation.too_long"],
  ["experience", 1000, "experience.too_long"],
  ["referral", 200, "referral.too_long"],
])("%s has at most %d characters (spec §5)", (field, length, error) => {
  expect(issues({ ...ADA, [field]: "x".repeat(length) })).toEqual({})
  expect(issues({ ...ADA, [field]: "x".repeat(length + 1) })).toEqual({ [field]: error })
})

test("an email address has at most 254 characters", () => {
  const address = (length: number) =>
    `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length - 188)}.ht`
  expect([address(254).length, issues({ ...ADA, email: address(254) })]).toEqual([254, {}])
  expect(issues({ ...ADA, email: address(255) })).toEqual({ email: "email.too_long" })
})

test("a motivation has at least ten characters, and blanks do not count", () => {
  expect(issues({ ...ADA, motivation: "x".repeat(10) })).toEqual({})
  for (const motivation of ["x".repeat(9), `${"x".repeat(9)}   `])
    expect(issues({ ...ADA, motivation })).toEqual({ motivation: "motivation.too_short" })
})

test.each([
  ["linkedinUrl", "linkedin_url.invalid"],
  ["websiteUrl", "website_url.invalid"],
])("%s is a web address or empty", (field, error) => {
  const longest = `https://b.co/${"x".repeat(487)}`
  for (const address of ["", "https://linkedin.com/in/ada", "http://b.co", longest])
    expect(issues({ ...ADA, [field]: address })).toEqual({})
  for (const address of ["linkedin.com/in/ada", "javascript:alert(1)", "https://a b.co", "ftp://b.co", `${longest}x`])
    expect([address, issues({ ...ADA, [field]: address })]).toEqual([address, { [field]: error }])
})

test.each([
  ["a role of learners or of administrators", { role: "admin" }, { role: "role.unknown" }],
  ["an incomplete address", { email: "ada@" }, { email: "donor_email.invalid" }],
  ["an unknown time zone", { timezone: "Mars/Olympus" }, { timezone: "time_zone.unknown" }],
  ["a consent that is not given", { consent: false }, { consent: "consent.required" }],
  ["a consent of another kind", { consent: "on" }, { consent: "consent.required" }],
  ["NUL", { skills: "a\0b" }, { skills: "invalid" }],
  ["a number as a phone", { phone: 509 }, { phone: "invalid" }],
])("%s is refused", (_case, fields, expected) => {
  expect(issues({ ...ADA, ...fields })).toEqual(expected)
})

test("an unknown field is refused", () => {
  expect(ApplicationRequest.safeParse({ ...ADA, status: "active" }).success).toBe(false)
})
