import type { Page } from "@haitech/contract/lists"
import {
  createPost,
  createTeamMember,
  createTestimonial,
  deletePost,
  deleteTeamMember,
  deleteTestimonial,
  listPostRecords,
  listTeamRecords,
  listTestimonialRecords,
  orderTeam,
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
} from "@haitech/contract/office-publishing"
import type { Deps } from "#deps.ts"
import { pageOfPosts } from "#features/publishing/queries/posts.ts"
import { pageOfTeam } from "#features/publishing/queries/team.ts"
import { pageOfTestimonials } from "#features/publishing/queries/testimonials.ts"
import { remove, restore } from "#features/publishing/service/editing.ts"
import { addPicture } from "#features/publishing/service/pictures.ts"
import { addPost, changePost } from "#features/publishing/service/posts.ts"
import { addMember, changeMember, placeTeam } from "#features/publishing/service/team.ts"
import { addTestimonial, changeTestimonial } from "#features/publishing/service/testimonials.ts"
import type { BlogPostRow, TeamMemberRow, TestimonialRow } from "#features/publishing/table.ts"
import { answer } from "#platform/http/answer.ts"

/** What the office changes of the site. */
export const officeRoutes = (deps: Deps) => [
  ...teamRoutes(deps),
  ...postRoutes(deps),
  ...testimonialRoutes(deps),
  answer(uploadSitePicture, async ({ actor, body }) => ({ imageUrl: await addPicture(deps, actor, body.image) })),
]

const teamRoutes = (deps: Deps) => [
  answer(listTeamRecords, async ({ query }) => presentPage(await pageOfTeam(deps.db, query), presentMember)),
  answer(createTeamMember, async ({ actor, body }) => presentMember(await addMember(deps, actor, body))),
  answer(updateTeamMember, async ({ actor, params, body }) =>
    presentMember(await changeMember(deps, actor, params.id, body)),
  ),
  answer(deleteTeamMember, async ({ actor, params }) => presentGone(await remove(deps, actor, "team", params.id))),
  answer(restoreTeamMember, async ({ actor, params }) => presentMember(await restore(deps, actor, "team", params.id))),
  answer(orderTeam, async ({ actor, body }) => {
    await placeTeam(deps, actor, body.ids)
    return undefined
  }),
]

const postRoutes = (deps: Deps) => [
  answer(listPostRecords, async ({ query }) => presentPage(await pageOfPosts(deps.db, query), presentPost)),
  answer(createPost, async ({ actor, body }) => presentPost(await addPost(deps, actor, body))),
  answer(updatePost, async ({ actor, params, body }) => presentPost(await changePost(deps, actor, params.id, body))),
  answer(deletePost, async ({ actor, params }) => presentGone(await remove(deps, actor, "post", params.id))),
  answer(restorePost, async ({ actor, params }) => presentPost(await restore(deps, actor, "post", params.id))),
]

const testimonialRoutes = (deps: Deps) => [
  answer(listTestimonialRecords, async ({ query }) =>
    presentPage(await pageOfTestimonials(deps.db, query), presentTestimonial),
  ),
  answer(createTestimonial, async ({ actor, body }) => presentTestimonial(await addTestimonial(deps, actor, body))),
  answer(updateTestimonial, async ({ actor, params, body }) =>
    presentTestimonial(await changeTestimonial(deps, actor, params.id, body)),
  ),
  answer(deleteTestimonial, async ({ actor, params }) =>
    presentGone(await remove(deps, actor, "testimonial", params.id)),
  ),
  answer(restoreTestimonial, async ({ actor, params }) =>
    presentTestimonial(await restore(deps, actor, "testimonial", params.id)),
  ),
]

function presentPage<Row, Shown>({ rows, ...page }: Page<Row>, present: (row: Row) => Shown) {
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

function presentGone(deletedAt: Date) {
  return { deletedAt: deletedAt.toISOString() }
}
