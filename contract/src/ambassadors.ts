import * as z from "zod/mini"
import { LANGUAGES } from "./languages.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

/** Four different syllables and three digits: readable over the phone, 30 bits. */
export const AMBASSADOR_CODE = /^([bdfklmnrstv][aeio]){4}[2-9]{3}$/
export const AMBASSADOR_MONTHS = 12

const Code = z.string("invalid").check(z.regex(AMBASSADOR_CODE, "invalid"))
const MonthCount = z.object({ month: z.string(), joined: z.int() })

/** `joined` is a number and never says who. `url` leads to the home page in the language of the visitor's browser. */
export const Ambassador = z.object({
  link: z.nullable(
    z.object({
      code: z.string(),
      url: z.string(),
      since: Instant,
      invitations: z.array(z.object({ language: z.enum(LANGUAGES), text: z.string() })),
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  ),
  joined: z.int(),
  months: z.array(MonthCount),
})
export type Ambassador = z.output<typeof Ambassador>

export const readAmbassador = route({
  method: "GET",
  path: "/api/ambassador",
  access: "ambassador",
  reply: Ambassador,
})

/** Replaces the code `was`, which stops working; null makes the first one. Another code by now is 409 `record.changed`. */
export const createAmbassadorCode = route({
  method: "POST",
  path: "/api/ambassador/codes",
  access: "ambassador",
  status: 201,
  body: z.strictObject({ was: z.nullable(Code) }),
  reply: Ambassador,
})
