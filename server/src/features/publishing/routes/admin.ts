import {
  changeTeamOrder,
  createPost,
  createTeamMember,
  createTestimonial,
  deletePost,
  deleteTeamMember,
  deleteTestimonial,
  listPostRecords,
  listTeamRecords,
  listTestimonialRecords,
  type PostRecord,
  restorePost,
  restoreTeamMember,
  restoreTestimonial,
  type TeamRecord,
  type TestimonialRecord,
  updatePost,
  updateTeamMember,
  updateTestimonial,
  uploadSitePicture,
} from "@haitech/contract/admin/publishing"
import type { Page } from "@haitech/contract/lists"
import type { Deps } from "#deps.ts"
import { paginatePosts } from "#features/publishing/queries/posts.ts"
import { paginateTeam } from "#features/publishing/queries/team.ts"
import { paginateTestimonials } from "#features/publishing/queries/testimonials.ts"
import { remove, restore } from "#features/publishing/service/editing.ts"
import { addPicture } from "#features/publishing/service/pictures.ts"
import { addPost, changePost } from "#features/publishing/service/posts.ts"
import { addMember, changeMember, reorderTeam } from "#features/publishing/service/team.ts"
import { addTestimonial, changeTestimonial } from "#features/publishing/service/testimonials.ts"
import type { BlogPostRow, TeamMemberRow, TestimonialRow } from "#features/publishing/table.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"

export const adminRoutes = (deps: Deps) => [
  ...teamRoutes(deps),
  ...postRoutes(deps),
  ...testimonialRoutes(deps),
  handle(uploadSitePicture, async ({ actor, body }) => ({ imageUrl: await addPicture(deps, actor, body.image) })),
]

const teamRoutes = (deps: Deps) => [
  handleStaleRead(listTeamRecords, async ({ query, db }) => presentPage(await paginateTeam(db, query), presentMember)),
  handle(createTeamMember, async ({ actor, body }) => presentMember(await addMember(deps, actor, body))),
  handle(updateTeamMember, async ({ actor, params, body }) =>
    presentMember(await changeMember(deps, actor, params.id, body)),
  ),
  handle(deleteTeamMember, async ({ actor, params }) => presentDeletion(await remove(deps, actor, "team", params.id))),
  handle(restoreTeamMember, async ({ actor, params }) => presentMember(await restore(deps, actor, "team", params.id))),
  handle(changeTeamOrder, async ({ actor, body }) => {
    await reorderTeam(deps, actor, body.ids)
    return undefined
  }),
]

const postRoutes = (deps: Deps) => [
  handleStaleRead(listPostRecords, async ({ query, db }) => presentPage(await paginatePosts(db, query), presentPost)),
  handle(createPost, async ({ actor, body }) => presentPost(await addPost(deps, actor, body))),
  handle(updatePost, async ({ actor, params, body }) => presentPost(await changePost(deps, actor, params.id, body))),
  handle(deletePost, async ({ actor, params }) => presentDeletion(await remove(deps, actor, "post", params.id))),
  handle(restorePost, async ({ actor, params }) => presentPost(await restore(deps, actor, "post", params.id))),
]

const testimonialRoutes = (deps: Deps) => [
  handleStaleRead(listTestimonialRecords, async ({ query, db }) =>
    presentPage(await paginateTestimonials(db, query), presentTestimonial),
  ),
  handle(createTestimonial, async ({ actor, body }) => presentTestimonial(await addTestimonial(deps, actor, body))),
  handle(updateTestimonial, async ({ actor, params, body }) =>
    presentTestimonial(await changeTestimonial(deps, actor, params.id, body)),
  ),
  handle(deleteTestimonial, async ({ actor, params }) =>
    presentDeletion(await remove(deps, actor, "testimonial", params.id)),
  ),
  handle(restoreTestimonial, async ({ actor, params }) =>
    presentTestimonial(await restore(deps, actor, "testimonial", params.id)),
  ),
]

function presentPage<Row, Presented>({ rows, ...page }: Page<Row>, present: (row: Row) => Presented) {
  return { ...page, rows: rows.map(present) }
}

function presentMember(member: TeamMemberRow): TeamRecord {
  return { ...member, updatedAt: member.updatedAt.toISOString() }
}

function presentPost(post: BlogPostRow): PostRecord {
  return {
    ...post,
    featured: post.featured ? "true" : "false",
    publishedAt: post.publishedAt?.toISOString() ?? null,
    updatedAt: post.updatedAt.toISOString(),
  }
}

function presentTestimonial(testimonial: TestimonialRow): TestimonialRecord {
  return { ...testimonial, rating: String(testimonial.rating), updatedAt: testimonial.updatedAt.toISOString() }
}

function presentDeletion(deletedAt: Date) {
  return { deletedAt: deletedAt.toISOString() }
}
