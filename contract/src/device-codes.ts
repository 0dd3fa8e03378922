import * as z from "zod/mini"
import { CurrentUser, LoginName } from "./accounts.ts"
import { route } from "./route.ts"
import { sixDigits } from "./text.ts"
import { Instant } from "./time.ts"

/** Signs in another device of the same person, without an email. It works once. */
export const createDeviceCode = route({
  method: "POST",
  path: "/api/user/device-codes",
  access: "member",
  status: 201,
  reply: z.object({ code: z.string(), device: z.string(), createdAt: Instant, expiresAt: Instant }),
})

export const deleteDeviceCodes = route({
  method: "DELETE",
  path: "/api/user/device-codes",
  access: "member",
  status: 204,
  reply: z.undefined(),
})

export const loginByCode = route({
  method: "POST",
  path: "/api/auth/login-by-code",
  access: "public",
  form: true,
  body: z.strictObject({ usernameOrEmail: LoginName, code: sixDigits("device_code.required") }),
  reply: CurrentUser,
})
