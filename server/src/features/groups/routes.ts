import { hideContactDetails, shownName } from "@haitech/contract/contact-details"
import {
  deleteOwnPost,
  type GroupPost,
  hideAuthor,
  joinStudyGroup,
  leaveStudyGroup,
  listGroupPosts,
  listHiddenMembers,
  listStudyGroups,
  readMeetingFile,
  reportGroupPost,
  sendGroupPost,
  showHiddenMember,
} from "@haitech/contract/study-groups"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"
import { hiddenBy, type NamedPost } from "./queries/posts.ts"
import { adminRoutes } from "./routes/admin.ts"
import { deletePost, hideAuthorOf, readPosts, reportPost, sendPost, showAgain } from "./service/board.ts"
import { join, leave, listGroups, meetingFile } from "./service/membership.ts"

export const groupRoutes = (deps: Deps) => [
  handle(listStudyGroups, (reader) => listGroups(deps, reader)),
  handle(joinStudyGroup, ({ params, body, ...reader }) => join(deps, reader, params.id, body.birthYear)),
  handle(leaveStudyGroup, async ({ actor, params }) => {
    await leave(deps, actor, params.id)
    return undefined
  }),
  handle(readMeetingFile, async ({ actor, params, query, language }) => {
    const reader = { actor, language: query.language ?? language }
    const { name, type, bytes } = await meetingFile(deps, reader, params.id)
    return { name, type, bytes: new Uint8Array(bytes) }
  }),
  handle(listGroupPosts, async ({ actor, language, params, query }) => {
    const { posts, mentorId } = await readPosts(deps, { actor, language }, params.id, query)
    return posts.map((post) => present(post, { readerId: actor.id, mentorId }))
  }),
  handle(sendGroupPost, async ({ actor, language, params, body }) => {
    const { posts, mentorId } = await sendPost(deps, { actor, language }, params.id, body)
    const [post] = posts
    if (!post) throw new Problem("record.unknown")
    return present(post, { readerId: actor.id, mentorId })
  }),
  handle(deleteOwnPost, async ({ actor, params }) => {
    await deletePost(deps, actor, params)
    return undefined
  }),
  handle(reportGroupPost, async ({ actor, language, params, body }) => {
    await reportPost(deps, { actor, language }, params, body.reason)
    return undefined
  }),
  handle(hideAuthor, async ({ actor, language, params }) => {
    await hideAuthorOf(deps, { actor, language }, params)
    return undefined
  }),
  handle(listHiddenMembers, async ({ actor }) =>
    (await hiddenBy(deps.db, actor.id)).map(({ id, firstName }) => ({ id, name: shownName(firstName) })),
  ),
  handle(showHiddenMember, async ({ actor, params }) => {
    await showAgain(deps, actor, params.id)
    return undefined
  }),
  ...adminRoutes(deps),
]

interface Reader {
  readonly readerId: string
  readonly mentorId: string | null
}

/** What members see of a post: no ids of people, no way to reach them, and nothing of what was removed. */
function present(post: NamedPost, { readerId, mentorId }: Reader): GroupPost {
  const { id, sequence, clientId, authorId, firstName, message, removedAt, createdAt } = post
  const isOwn = authorId === readerId
  const isRemoved = removedAt !== null
  return {
    id,
    sequence,
    clientId: isOwn ? clientId : null,
    name: shownName(firstName),
    isOwn,
    isMentor: authorId === mentorId,
    isRemoved,
    message: isRemoved ? "" : isOwn ? message : hideContactDetails(message),
    createdAt: createdAt.toISOString(),
  }
}
