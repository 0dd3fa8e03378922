import { BlogPostId } from "@haitech/contract/ids"
import type { BlogPostSummary } from "@haitech/contract/publishing"
import type { PageRecords, Pages } from "#platform/http/pages.ts"
import { publishedPosts } from "./queries/posts.ts"
import { publishedTeam } from "./queries/team.ts"
import { publishedTestimonials } from "./queries/testimonials.ts"
import { postOnPage, postsOnPage, present, type Shelf } from "./routes.ts"

// Every visit to the home page pays for what stands in it, so it is the newest two.
const TESTIMONIALS = 2
const POSTS = 12
// A sitemap holds 50,000 addresses at most; long before that the old ones are found from the new.
const SITEMAP_POSTS = 1000

/** The pages that carry records of this feature, and those that exist because of one (D2). */
export async function carryPublished(pages: Pick<Pages, "keepCurrent" | "drawUnder">, shelf: Shelf): Promise<void> {
  await Promise.all([
    pages.keepCurrent("/", async () => ({
      testimonials: (await publishedTestimonials(shelf.db)).slice(0, TESTIMONIALS).map(present),
    })),
    pages.keepCurrent("/team", async () => ({ team: await publishedTeam(shelf.db) })),
    pages.keepCurrent("/blog", async () => withOlder(await postsOnPage(shelf, POSTS + 1))),
  ])
  pages.drawUnder("/blog/", async (rest) => {
    const [, before] = /^before\/(.+)$/.exec(rest) ?? []
    return before === undefined ? article(shelf, rest) : articlesBefore(shelf, before)
  })
}

/** The paths of the newest articles, for search engines, and when they came out. */
export async function articlePaths({ db, now }: Shelf): Promise<{ path: string; changedAt: string }[]> {
  const posts = await publishedPosts(db, now(), SITEMAP_POSTS)
  return posts.map(({ id, publishedAt }) => ({ path: `/blog/${id}`, changedAt: publishedAt.toISOString() }))
}

async function article(shelf: Shelf, id: string): Promise<PageRecords | null> {
  const post = await postOnPage(shelf, id)
  return post && { post }
}

async function articlesBefore(shelf: Shelf, before: string): Promise<PageRecords | null> {
  const id = BlogPostId.safeParse(before)
  const posts = id.success ? await postsOnPage(shelf, POSTS + 1, id.data) : []
  return posts.length > 0 ? withOlder(posts) : null
}

/** One more than a page shows was read: that there is one is all that is needed of it. */
function withOlder(posts: readonly BlogPostSummary[]): PageRecords {
  const shown = posts.slice(0, POSTS)
  const last = shown.at(-1)
  return { posts: shown, ...(posts.length > POSTS && last && { older: last.id }) }
}
