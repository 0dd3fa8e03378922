import * as z from "zod/mini"
import { password } from "#accounts.ts"
import { UserId } from "#ids.ts"
import { route } from "#route.ts"
import { singleLine, text } from "#text.ts"
import { Instant } from "#time.ts"
import { Admin } from "./accounts.ts"

export const PASSKEY_NAME_LENGTH = 50
export const RESET_REASON_LENGTH = 500
export const RECOVERY_CODES = 10
const MAX_FIELD = 20_000

const Base64Url = z.string("invalid").check(z.regex(/^[\w-]+$/, "invalid"), z.maxLength(MAX_FIELD, "invalid"))
const PasskeyName = singleLine(PASSKEY_NAME_LENGTH, {
  required: "passkey_name.required",
  tooLong: "passkey_name.too_long",
})
/** Six digits of an authenticator app, or a recovery code. Spaces do not count. */
const Code = z.string("factor_code.required").check(
  z.overwrite((input) => input.replace(/\s/g, "")),
  z.minLength(1, "factor_code.required"),
  z.maxLength(50, "factor_code.wrong"),
)

const credential = { id: Base64Url, rawId: Base64Url, type: z.literal("public-key", "invalid") }
const Transports = z.array(z.string().check(z.maxLength(30, "invalid"))).check(z.maxLength(10, "invalid"))

/** The JSON of an assertion (WebAuthn, `AuthenticationResponseJSON`). */
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(Base64Url),
  }),
})
export type Assertion = z.output<typeof Assertion>

/** The JSON of a new credential (WebAuthn, `RegistrationResponseJSON`). */
const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(Transports),
  }),
})
export type Attestation = z.output<typeof Attestation>

const Descriptors = z.array(
  z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
)
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: Descriptors,
  userVerification: z.literal("required"),
})
export type RequestOptions = z.output<typeof RequestOptions>

export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: Descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal("preferred"),
    requireResidentKey: z.boolean(),
    userVerification: z.literal("required"),
  }),
})
export type CreationOptions = z.output<typeof CreationOptions>

/** After the password: six digits of the app, or a recovery code, which works once. */
export const signInWithCode = route({
  method: "POST",
  path: "/api/admin/login/code",
  access: "public",
  body: z.strictObject({ code: Code }),
  reply: z.object({ admin: Admin }),
})

export const startPasskeySignIn = route({
  method: "POST",
  path: "/api/admin/login/passkey/options",
  access: "public",
  reply: RequestOptions,
})

export const signInWithPasskey = route({
  method: "POST",
  path: "/api/admin/login/passkey",
  access: "public",
  body: z.strictObject({ credential: Assertion }),
  reply: z.object({ admin: Admin }),
})

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
})
export type Passkey = z.output<typeof Passkey>

export const Factors = z.object({
  app: z.nullable(z.object({ createdAt: Instant, lastUsedAt: z.nullable(Instant) })),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
})
export type Factors = z.output<typeof Factors>

export const readFactors = route({
  method: "GET",
  path: "/api/admin/factors",
  access: "any-admin",
  reply: Factors,
})

/** Confirms the password. Every route below needs that, or a sign-in, within the last ten minutes. */
export const confirmPassword = route({
  method: "POST",
  path: "/api/admin/factors/confirm",
  access: "any-admin",
  status: 204,
  body: z.strictObject({ currentPassword: password(1, "password.required") }),
  reply: z.undefined(),
})

/** The codes are shown this once; null when the account has some already. */
const NewCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })

/** `secret` is base32; `path` draws the QR code of the same secret on a square of `size` units (SVG path). */
export const startApp = route({
  method: "POST",
  path: "/api/admin/factors/app",
  access: "any-admin",
  reply: z.object({ secret: z.string(), qr: z.object({ size: z.int(), path: z.string() }) }),
})

/** Adds the app, or replaces it by another one, once it shows the right code. */
export const addApp = route({
  method: "PUT",
  path: "/api/admin/factors/app",
  access: "any-admin",
  body: z.strictObject({ code: Code }),
  reply: NewCodes,
})

export const removeApp = route({
  method: "DELETE",
  path: "/api/admin/factors/app",
  access: "any-admin",
  status: 204,
  reply: z.undefined(),
})

export const startPasskey = route({
  method: "POST",
  path: "/api/admin/factors/passkeys/options",
  access: "any-admin",
  reply: CreationOptions,
})

export const addPasskey = route({
  method: "POST",
  path: "/api/admin/factors/passkeys",
  access: "any-admin",
  status: 201,
  body: z.strictObject({ name: PasskeyName, credential: Attestation }),
  reply: NewCodes,
})

export const renamePasskey = route({
  method: "PATCH",
  path: "/api/admin/factors/passkeys/:id",
  access: "any-admin",
  status: 204,
  params: z.object({ id: z.uuid("id.invalid") }),
  body: z.strictObject({ name: PasskeyName }),
  reply: z.undefined(),
})

export const removePasskey = route({
  method: "DELETE",
  path: "/api/admin/factors/passkeys/:id",
  access: "any-admin",
  status: 204,
  params: z.object({ id: z.uuid("id.invalid") }),
  reply: z.undefined(),
})

export const renewRecoveryCodes = route({
  method: "POST",
  path: "/api/admin/factors/recovery-codes",
  access: "any-admin",
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** Removes all factors of a colleague who lost them. */
export const resetFactors = route({
  method: "POST",
  path: "/api/admin/users/:id/factors/reset",
  access: "admin",
  status: 204,
  params: z.object({ id: UserId }),
  body: z.strictObject({
    reason: text(RESET_REASON_LENGTH, { required: "reset_reason.required", tooLong: "reason.too_long" }),
  }),
  reply: z.undefined(),
})
