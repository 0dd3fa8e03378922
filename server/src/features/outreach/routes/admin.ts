import { listContactEmails, listMembershipEmails } from "@haitech/contract/admin/emails"
import { endMemberNewsletters } from "@haitech/contract/admin/newsletters"
import {
  type ContactRecord,
  changeContactState,
  deleteContact,
  deleteMembership,
  exportContacts,
  exportMemberships,
  listContacts,
  listMemberships,
  type MembershipRecord,
  type Reply,
  readContact,
  replyToContact,
  restoreContact,
  restoreMembership,
} from "@haitech/contract/admin/outreach"
import type { MembershipImportId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import {
  type AuthoredReply,
  paginateContacts,
  paginateMemberships,
  repliesTo,
  streamContacts,
  streamMemberships,
} from "#features/outreach/queries/admin.ts"
import { findImportTimes } from "#features/outreach/queries/imports.ts"
import {
  removeContact,
  removeMembership,
  restoreContact as restore,
  restoreMembership as restoreMember,
} from "#features/outreach/service/deletion.ts"
import { presentChoice, removeFromNewsletters } from "#features/outreach/service/newsletters.ts"
import { changeContactState as changeState, reply, requireContact } from "#features/outreach/service/replies.ts"
import { emailsToMember, emailsToSender } from "#features/outreach/service/sent-emails.ts"
import type { ContactRow, MembershipRow } from "#features/outreach/table.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"

export const adminRoutes = (deps: Deps) => [
  handleStaleRead(listContacts, async ({ query, db }) => {
    const page = await paginateContacts(db, query)
    return { ...page, rows: page.rows.map(presentContact) }
  }),
  handleStaleRead(exportContacts, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "contacts",
      question: query,
      language,
      titles: ["date", "name", "email", "subject", "state", "language", "message"],
      rows: streamContacts(db, query),
      cells: contactCells,
    }),
  ),
  handle(readContact, async ({ params }) => {
    const contact = await requireContact(deps, params.id)
    const replies = await repliesTo(deps.db, params.id)
    return { ...presentContact(contact), replies: replies.map(presentReply) }
  }),
  handleStaleRead(listContactEmails, ({ params, db }) => emailsToSender({ db }, params.id)),
  handle(changeContactState, async ({ actor, params, body }) =>
    presentContact(await changeState(deps, actor, { id: params.id, state: body.state })),
  ),
  handle(deleteContact, async ({ actor, params }) => ({
    deletedAt: (await removeContact(deps, actor, params.id)).toISOString(),
  })),
  handle(restoreContact, async ({ actor, params }) => presentContact(await restore(deps, actor, params.id))),
  handle(replyToContact, async ({ actor, body }) => presentReply(await reply(deps, actor, body))),
  handleStaleRead(listMemberships, async ({ query, db }) => {
    const page = await paginateMemberships(db, query)
    return { ...page, rows: await presentMemberships({ db }, page.rows) }
  }),
  handleStaleRead(listMembershipEmails, ({ params, db }) => emailsToMember({ db }, params.id)),
  handle(deleteMembership, async ({ actor, params }) => ({
    deletedAt: (await removeMembership(deps, actor, params.id)).toISOString(),
  })),
  handle(restoreMembership, async ({ actor, params }) => {
    const membership = await restoreMember(deps, actor, params.id)
    return presentMembership(membership, await findImportTimes(deps.db, importsOf([membership])))
  }),
  handle(endMemberNewsletters, async ({ actor, params }) => {
    const membership = await removeFromNewsletters(deps, actor, params.id)
    return presentMembership(membership, await findImportTimes(deps.db, importsOf([membership])))
  }),
  handleStaleRead(exportMemberships, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "memberships",
      question: query,
      language,
      titles: ["date", "name", "email", "program", "language", "location", "interests"],
      rows: streamMemberships(db, query),
      cells: memberCells,
    }),
  ),
]

function presentContact({ id, name, email, subject, message, state, language, createdAt }: ContactRow): ContactRecord {
  return { id, name, email, subject, message, state, language, createdAt: createdAt.toISOString() }
}

function presentReply({ id, contactId, message, author, createdAt }: AuthoredReply): Reply {
  return { id, contactId, message, author, createdAt: createdAt.toISOString() }
}

async function presentMemberships(
  { db }: Pick<Deps, "db">,
  rows: readonly MembershipRow[],
): Promise<MembershipRecord[]> {
  const times = await findImportTimes(db, importsOf(rows))
  return rows.map((row) => presentMembership(row, times))
}

function importsOf(rows: readonly MembershipRow[]): MembershipImportId[] {
  return rows.flatMap(({ importId }) => importId ?? [])
}

function presentMembership(membership: MembershipRow, times: ReadonlyMap<string, Date>): MembershipRecord {
  const { id, name, email, program, interests, location, language, createdAt, updatedAt, importId } = membership
  const instants = {
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    importedAt: (importId && times.get(importId)?.toISOString()) ?? null,
  }
  const newsletters = presentChoice(membership)
  return { id, name, email, program, interests, location, language, newsletters, ...instants }
}

function contactCells({ createdAt, name, email, subject, state, language, message }: ContactRow) {
  return [createdAt.toISOString(), name, email, subject, state, language, message]
}

function memberCells({ createdAt, name, email, program, language, location, interests }: MembershipRow) {
  return [createdAt.toISOString(), name, email, program, language, location, interests]
}
