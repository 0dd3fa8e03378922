import {
  changeGroupMember,
  closeGroup,
  createGroup,
  deleteBirthYear,
  type GroupPostRecord,
  type GroupReport,
  listGroupMembers,
  listGroupPostRecords,
  listGroupRecords,
  listGroupReports,
  listMentors,
  removeGroupPost,
  restoreGroupPost,
  settleGroupReport,
  updateGroup,
} from "@haitech/contract/admin/groups"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { mentors, paginateGroups } from "#features/groups/queries/admin.ts"
import {
  contextOf,
  paginateMembers,
  paginatePosts,
  paginateReports,
  peopleOf,
} from "#features/groups/queries/moderation.ts"
import { openGroup, saveGroup, setClosed } from "#features/groups/service/groups.ts"
import { changeMember, forgetBirthYear, moderatePost, settleReport } from "#features/groups/service/moderation.ts"
import { presentGroup, presentGroups, presentMembers } from "#features/groups/service/present.ts"
import type { StudyGroupPostRow, StudyGroupReportRow } from "#features/groups/table.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"

export const adminRoutes = (deps: Deps) => [
  handleStaleRead(listGroupRecords, async ({ query, db }) => {
    const page = await paginateGroups(db, query)
    return { ...page, rows: await presentGroups({ ...deps, db }, page.rows) }
  }),
  handle(createGroup, async ({ actor, body }) => presentGroup(deps, await openGroup(deps, actor, body))),
  handle(updateGroup, async ({ actor, params, body }) =>
    presentGroup(deps, await saveGroup(deps, actor, params.id, body)),
  ),
  handle(closeGroup, async ({ actor, params, body }) =>
    presentGroup(deps, await setClosed(deps, actor, params.id, body.isClosed)),
  ),
  handle(listMentors, async () =>
    (await mentors(deps.db)).map(({ userId, name, screenedUntil }) => ({
      userId: userId as UserId,
      name,
      screenedUntil: screenedUntil?.toISOString() ?? null,
    })),
  ),
  handle(listGroupMembers, async ({ params, query }) => {
    const page = await paginateMembers(deps.db, params.id, query)
    return { ...page, rows: await presentMembers(deps, page.rows) }
  }),
  handle(changeGroupMember, async ({ actor, params, body }) => {
    await changeMember(deps, actor, { ...params, ...body })
    return { userId: params.userId, isRemoved: body.isRemoved }
  }),
  handle(deleteBirthYear, async ({ actor, params }) => {
    await forgetBirthYear(deps, actor, params.userId)
    return undefined
  }),
  ...postRoutes(deps),
]

const postRoutes = (deps: Deps) => [
  handle(listGroupPostRecords, async ({ params, query }) => {
    const page = await paginatePosts(deps.db, params.id, query)
    return { ...page, rows: await presentPosts(deps, page.rows) }
  }),
  handle(removeGroupPost, async ({ actor, params, body }) =>
    presentPost(deps, await moderatePost(deps, actor, params.id, body.reason)),
  ),
  handle(restoreGroupPost, async ({ actor, params }) =>
    presentPost(deps, await moderatePost(deps, actor, params.id, null)),
  ),
  handle(listGroupReports, async ({ query }) => {
    const page = await paginateReports(deps.db, query)
    return { ...page, rows: await presentReports(deps, page.rows) }
  }),
  handle(settleGroupReport, async ({ actor, params, body }) => {
    const row = await settleReport(deps, actor, params.id, body.isSettled)
    const [report] = await presentReports(deps, [row])
    return report as GroupReport
  }),
]

async function presentPost(deps: Deps, row: StudyGroupPostRow): Promise<GroupPostRecord> {
  const [post] = await presentPosts(deps, [row])
  return post as GroupPostRecord
}

async function presentPosts({ db }: Deps, rows: readonly StudyGroupPostRow[]): Promise<GroupPostRecord[]> {
  const people = await peopleOf(
    db,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map(({ id, groupId, sequence, authorId, message, createdAt, removedAt, removedReason }) => ({
    id,
    groupId,
    sequence,
    authorId: authorId as UserId,
    name: people.get(authorId)?.name ?? "",
    message,
    createdAt: createdAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
    removedReason,
  }))
}

const NO_CONTEXT = {
  groupName: "",
  authorName: null,
  reporterName: null,
  isPostRemoved: false,
  isAuthorRemoved: false,
}

async function presentReports({ db }: Deps, rows: readonly StudyGroupReportRow[]): Promise<GroupReport[]> {
  const contexts = await contextOf(db, rows)
  return rows.map(({ id, groupId, postId, authorId, quote, reason, source, createdAt, settledAt }) => ({
    ...(contexts.get(id) ?? NO_CONTEXT),
    id,
    groupId,
    postId,
    authorId: authorId as UserId | null,
    quote,
    reason,
    source,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }))
}
