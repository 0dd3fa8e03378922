import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginatePosts } from "#features/publishing/queries/posts.ts"
import { paginateTeam } from "#features/publishing/queries/team.ts"
import { paginateTestimonials } from "#features/publishing/queries/testimonials.ts"

export async function searchPosts({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginatePosts(db, { q, sort: "newest", limit: SEARCH_HITS })
  const hits = rows.map(({ id, title, author, publishedAt, updatedAt }) => ({
    id,
    title,
    line: author,
    at: (publishedAt ?? updatedAt).toISOString(),
  }))
  return { kind: "post", total, hits }
}

export async function searchTeam({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateTeam(db, { q, sort: "order", limit: SEARCH_HITS })
  return { kind: "team", total, hits: rows.map(({ id, name, role }) => ({ id, title: name, line: role })) }
}

export async function searchTestimonials({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateTestimonials(db, { q, sort: "newest", limit: SEARCH_HITS })
  const hits = rows.map(({ id, name, role, updatedAt }) => ({
    id,
    title: name,
    line: role,
    at: updatedAt.toISOString(),
  }))
  return { kind: "testimonial", total, hits }
}
