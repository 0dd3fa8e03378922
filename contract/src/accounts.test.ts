import { expect, test } from "vitest"
import { LoginRequest, RegisterRequest, SignupRequest } from "./accounts.ts"
import { fieldErrors } from "./field-errors.ts"

const ADA = {
  firstName: "Ada",
  lastName: "Pierre",
  username: "ada",
  email: "ada@example.org",
  password: "secret",
  loginProvider: "haitech",
}

function registrationErrors(input: object): Record<string, string> {
  return fieldErrors(RegisterRequest.safeParse({ ...ADA, ...input }).error?.issues ?? [])
}

test("a registration drops fields that the form does not have", () => {
  const input = { ...ADA, isAdmin: true, approved: true, confirmPassword: "secret" }
  expect(RegisterRequest.parse(input)).toEqual(ADA)
})

test.each([
  ["username", 3, 30, "username.too_short", "username.too_long"],
  ["firstName", 1, 50, "first_name.required", "first_name.too_long"],
  ["lastName", 1, 50, "last_name.required", "last_name.too_long"],
  ["password", 6, 256, "password.too_short", "password.too_long"],
] as const)("spec §5: %s accepts %i to %i characters", (field, min, max, tooShort, tooLong) => {
  expect(registrationErrors({ [field]: "a".repeat(min) })).toEqual({})
  expect(registrationErrors({ [field]: "a".repeat(max) })).toEqual({})
  expect(registrationErrors({ [field]: "a".repeat(min - 1) })).toEqual({ [field]: tooShort })
  expect(registrationErrors({ [field]: "a".repeat(max + 1) })).toEqual({ [field]: tooLong })
})

test.each([
  ["an email address without @", { email: "ada" }, { email: "email.invalid" }],
  ["a missing email address", { email: undefined }, { email: "email.invalid" }],
  ["another login provider", { loginProvider: "google" }, { loginProvider: "invalid" }],
  ["an array as the password", { password: ["secret"] }, { password: "password.too_short" }],
  ["NUL in a password", { password: "secret\0" }, { password: "invalid" }],
  ["a lone surrogate in a password", { password: "secret\ud83c" }, { password: "invalid" }],
  ["a role that works with minors", { role: "mentor" }, { role: "role.unknown" }],
  ["a name of spaces", { firstName: "  " }, { firstName: "first_name.required" }],
])("registration refuses %s", (_case, input, expected) => {
  expect(registrationErrors(input)).toEqual(expected)
})

test("a password keeps leading and trailing spaces", () => {
  expect(RegisterRequest.parse({ ...ADA, password: "  spaces  " }).password).toBe("  spaces  ")
})

test("spec §5: sign-in requires a login name and a password, of any length", () => {
  const empty = LoginRequest.safeParse({ usernameOrEmail: " ", password: "" })
  expect(fieldErrors(empty.error?.issues ?? [])).toEqual({
    usernameOrEmail: "login_name.required",
    password: "password.required",
  })
  expect(LoginRequest.parse({ usernameOrEmail: " ada ", password: "x" })).toEqual({
    usernameOrEmail: "ada",
    password: "x",
  })
})

const GOOD = { ...ADA, role: "mentor", password: "Anba-pye-mango-7!" }

test.each([
  ["a name with a space", { username: "ada p" }, { username: "username.signs" }],
  ["a name with an accent", { username: "adaé" }, { username: "username.signs" }],
  ["a short password", { password: "Aa1!aa1!aa1" }, { password: "password.too_short_strict" }],
  ["no uppercase", { password: "anba-pye-mango-7!" }, { password: "password.too_simple" }],
  ["no lowercase", { password: "ANBA-PYE-MANGO-7!" }, { password: "password.too_simple" }],
  ["no digit", { password: "Anba-pye-mango-!" }, { password: "password.too_simple" }],
  ["no special character", { password: "Anba-pye-mango-7" }, { password: "password.too_simple" }],
  ["no email address", { email: "" }, { email: "email.needed" }],
  ["no first name", { firstName: "" }, { firstName: "first_name.required" }],
  ["the role admin", { role: "admin" }, { role: "role.unknown" }],
  ["the role student", { role: "student" }, { role: "role.unknown" }],
])("spec §5: the stricter sign-up refuses %s", (_case, input, expected) => {
  expect(SignupRequest.safeParse(GOOD).success).toBe(true)
  expect(fieldErrors(SignupRequest.safeParse({ ...GOOD, ...input }).error?.issues ?? [])).toEqual(expected)
})

test("spec §5: the stricter sign-up accepts a password of 12 to 256 characters", () => {
  const accepts = (password: string) => SignupRequest.safeParse({ ...GOOD, password }).success
  const ofLength = (length: number) => "Aa1!".padEnd(length, "x")
  expect([11, 12, 256, 257].map((length) => accepts(ofLength(length)))).toEqual([false, true, true, false])
})
