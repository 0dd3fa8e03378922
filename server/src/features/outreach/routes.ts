import {
  type Contact,
  type ContactRequest,
  joinMembership,
  type Membership,
  type MembershipRequest,
  sendContact,
} from "@haitech/contract/outreach"
import { registrationValues } from "@haitech/contract/pages"
import type { Deps } from "#deps.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"
import type { JoinedMembership, StoredContact } from "./queries/visitors.ts"
import { adminRoutes } from "./routes/admin.ts"
import { importRoutes } from "./routes/imports.ts"
import { join, sendContactMessage } from "./service/visitors.ts"

const CONTACT_FORM = { name: "contact", anchor: "contact" }
const JOIN_FORM = { name: "membership", anchor: "membership", continued: openRegistration }

export const outreachRoutes = (deps: Deps) => [
  ...adminRoutes(deps),
  ...importRoutes(deps),
  handle(
    joinMembership,
    async ({ body, language, via }) => {
      const membership = await join(deps, body, { language, via: via.value })
      via.clear()
      return present(membership, body)
    },
    { limit: EMAIL_FORM_LIMIT, form: JOIN_FORM },
  ),
  handle(
    sendContact,
    async ({ body, language }) => presentContact(await sendContactMessage(deps, body, language), body),
    {
      limit: EMAIL_FORM_LIMIT,
      form: CONTACT_FORM,
    },
  ),
]

/** Returns only the values of this request: anybody can type an email address, so stored values stay private. */
function present(
  { id, createdAt }: JoinedMembership,
  { name, email, program, interests, location }: MembershipRequest,
): Membership {
  const optional = { program: program ?? null, interests: interests ?? null, location: location ?? null }
  return { id, name, email, ...optional, createdAt: createdAt.toISOString() }
}

function openRegistration({ name = "", email = "", program }: Readonly<Record<string, string>>) {
  const values = registrationValues({ name, email, program })
  return { path: "/register", joined: name.trim(), form: { name: "register", sent: false, values, fields: {} } }
}

function presentContact({ id, createdAt }: StoredContact, { name, email, subject, message }: ContactRequest): Contact {
  return { id, name, email, subject: subject ?? null, message, createdAt: createdAt.toISOString() }
}
