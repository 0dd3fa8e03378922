import * as z from "zod/mini"
import { route } from "./route.ts"

export const EMAIL_BYTES = 1024 * 1024

/** After `rate.limited` or a failure the mail system delivers the email again later. */
export const receiveEmail = route({
  method: "POST",
  path: "/api/mail/inbound",
  access: "public",
  status: 204,
  inboundEmail: true,
  body: z.object({ raw: z.instanceof(Uint8Array) }),
  reply: z.undefined(),
})
