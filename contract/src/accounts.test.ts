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

function wrong(sent: object): Record<string, string> {
  return fieldErrors(RegisterRequest.safeParse({ ...ADA, ...sent }).error?.issues ?? [])
}

test("a registration is what the page shows, and nothing a stranger adds", () => {
  const sent = { ...ADA, isAdmin: true, approved: true, confirmPassword: "secret" }
  expect(RegisterRequest.parse(sent)).toEqual(ADA)
})

test.each([
  ["username", 3, 30, "username.too_short", "username.too_long"],
  ["firstName", 1, 50, "first_name.required", "first_name.too_long"],
  ["lastName", 1, 50, "last_name.required", "last_name.too_long"],
  ["password", 6, 256, "password.too_short", "password.too_long"],
] as const)("§5 %s takes %i to %i characters", (field, least, most, short, long) => {
  expect(wrong({ [field]: "a".repeat(least) })).toEqual({})
  expect(wrong({ [field]: "a".repeat(most) })).toEqual({})
  expect(wrong({ [field]: "a".repeat(least - 1) })).toEqual({ [field]: short })
  expect(wrong({ [field]: "a".repeat(most + 1) })).toEqual({ [field]: long })
})

test.each([
  ["an address without an at", { email: "ada" }, { email: "email.invalid" }],
  ["no address", { email: undefined }, { email: "email.invalid" }],
  ["another provider", { loginProvider: "google" }, { loginProvider: "invalid" }],
  ["a list for a password", { password: ["secret"] }, { password: "password.too_short" }],
  ["NUL in a password", { password: "secret\0" }, { password: "invalid" }],
  ["half a surrogate pair in a password", { password: "secret\ud83c" }, { password: "invalid" }],
  ["a role of who works with minors", { role: "mentor" }, { role: "role.unknown" }],
  ["spaces for a name", { firstName: "  " }, { firstName: "first_name.required" }],
])("%s is refused", (_what, sent, expected) => {
  expect(wrong(sent)).toEqual(expected)
})

test("a password is taken as typed, with the spaces at its ends", () => {
  expect(RegisterRequest.parse({ ...ADA, password: "  spaces  " }).password).toBe("  spaces  ")
})

test("§5 signing in needs a name and a password, of any length that was once allowed", () => {
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
  ["no special sign", { password: "Anba-pye-mango-7" }, { password: "password.too_simple" }],
  ["no address", { email: "" }, { email: "email.needed" }],
  ["no first name", { firstName: "" }, { firstName: "first_name.required" }],
  ["an administrator", { role: "admin" }, { role: "role.unknown" }],
  ["a student", { role: "student" }, { role: "role.unknown" }],
])("§5 the stricter signup refuses %s", (_what, sent, expected) => {
  expect(SignupRequest.safeParse(GOOD).success).toBe(true)
  expect(fieldErrors(SignupRequest.safeParse({ ...GOOD, ...sent }).error?.issues ?? [])).toEqual(expected)
})
