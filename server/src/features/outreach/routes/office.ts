import {
  type ContactRecord,
  deleteContact,
  exportContacts,
  exportMemberships,
  listContacts,
  listMemberships,
  type MembershipRecord,
  moveContact,
  type Reply,
  readContact,
  replyToContact,
  restoreContact,
} from "@haitech/contract/office-outreach"
import type { Deps } from "#deps.ts"
import {
  everyContact,
  everyMembership,
  pageOfContacts,
  pageOfMemberships,
  type Replied,
  repliesTo,
} from "#features/outreach/queries/office.ts"
import { removeContact, restoreContact as restore } from "#features/outreach/service/deletion.ts"
import { contactToRead, moveContact as move, reply } from "#features/outreach/service/replies.ts"
import type { ContactRow, MembershipRow } from "#features/outreach/table.ts"
import { answer } from "#platform/http/answer.ts"
import { exportList } from "#platform/lists/export.ts"

/** What the office does with messages and memberships. */
export const officeRoutes = (deps: Deps) => [
  answer(listContacts, async ({ query }) => {
    const page = await pageOfContacts(deps.db, query)
    return { ...page, rows: page.rows.map(presentContact) }
  }),
  answer(exportContacts, ({ actor, query, language }) =>
    exportList(deps.db, actor, {
      list: "contacts",
      question: query,
      language,
      titles: ["date", "name", "email", "subject", "state", "language", "message"],
      rows: everyContact(deps.db, query),
      cells: contactCells,
    }),
  ),
  answer(readContact, async ({ params }) => {
    const contact = await contactToRead(deps, params.id)
    const replies = await repliesTo(deps.db, params.id)
    return { ...presentContact(contact), replies: replies.map(presentReply) }
  }),
  answer(moveContact, async ({ actor, params, body }) =>
    presentContact(await move(deps, actor, { id: params.id, state: body.state })),
  ),
  answer(deleteContact, async ({ actor, params }) => ({
    deletedAt: (await removeContact(deps, actor, params.id)).toISOString(),
  })),
  answer(restoreContact, async ({ actor, params }) => presentContact(await restore(deps, actor, params.id))),
  answer(replyToContact, async ({ actor, body }) => presentReply(await reply(deps, actor, body))),
  answer(listMemberships, async ({ query }) => {
    const page = await pageOfMemberships(deps.db, query)
    return { ...page, rows: page.rows.map(presentMembership) }
  }),
  answer(exportMemberships, ({ actor, query, language }) =>
    exportList(deps.db, actor, {
      list: "memberships",
      question: query,
      language,
      titles: ["date", "name", "email", "program", "language", "location", "interests"],
      rows: everyMembership(deps.db, query),
      cells: memberCells,
    }),
  ),
]

function presentContact({ id, name, email, subject, message, state, language, createdAt }: ContactRow): ContactRecord {
  return { id, name, email, subject, message, state, language, createdAt: createdAt.toISOString() }
}

function presentReply({ id, contactId, message, author, createdAt }: Replied): Reply {
  return { id, contactId, message, author, createdAt: createdAt.toISOString() }
}

function presentMembership({ createdAt, updatedAt, ...membership }: MembershipRow): MembershipRecord {
  return { ...membership, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

function contactCells({ createdAt, name, email, subject, state, language, message }: ContactRow) {
  return [createdAt.toISOString(), name, email, subject, state, language, message]
}

function memberCells({ createdAt, name, email, program, language, location, interests }: MembershipRow) {
  return [createdAt.toISOString(), name, email, program, language, location, interests]
}
