import { expect, test } from "vitest"
import { LoginRequest, RegisterRequest } from "./accounts.ts"
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
  const sent = { ...ADA, role: "admin", isAdmin: true, approved: true, confirmPassword: "secret" }
  expect(RegisterRequest.parse(sent)).toEqual(ADA)
})

test.each([
  ["username", 3, 30, "username.too_short", "username.too_long"],
  ["firstName", 1, 50, "first_name.required", "first_name.too_long"],
  ["lastName", 1, 50, "last_name.required", "last_name.too_long"],
  ["password", 6, 200, "password.too_short", "password.too_long"],
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
