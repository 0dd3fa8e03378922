import * as z from "zod/mini"
import { route } from "./route.ts"

/** What somebody writes, with what it quotes; a photograph of a camera does not fit. */
export const EMAIL_BYTES = 1024 * 1024

/**
 * A letter that came to the site, as its operator's mail system hands it over, with a secret of its own. A success says
 * that the letter is dealt with; whoever gets `rate.limited` or a failure hands it over again later.
 */
export const receiveEmail = route({
  method: "POST",
  path: "/api/mail/inbound",
  access: "public",
  status: 204,
  inboundEmail: true,
  body: z.object({ raw: z.instanceof(Uint8Array) }),
  reply: z.undefined(),
})
