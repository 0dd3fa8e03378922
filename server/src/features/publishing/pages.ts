import { BlogPostId } from "@haitech/contract/ids"
import type { BlogPostSummary } from "@haitech/contract/publishing"
import type { PageRecords, Pages } from "#platform/http/pages.ts"
import { publishedPosts } from "./queries/posts.ts"
import { publishedTeam } from "./queries/team.ts"
import { publishedTestimonials } from "./queries/testimonials.ts"
import { type PublishingDeps, postOnPage, postsOnPage, present } from "./routes.ts"

// Every visit to the home page pays for what stands in it, so it is the newest two.
const TESTIMONIALS = 2
const POSTS = 12
// A sitemap holds 50,000 addresses at most; long before that the old ones are found from the new.
const SITEMAP_POSTS = 1000

/** The pages that carry records of this feature, and those that exist because of one (D2). */
export async function mountPublishedPages(
  pages: Pick<Pages, "revalidate" | "renderOnDemand">,
  deps: PublishingDeps,
): Promise<void> {
  await Promise.all([
    pages.revalidate("/", async () => ({
      testimonials: (await publishedTestimonials(deps.db)).slice(0, TESTIMONIALS).map(present),
    })),
    pages.revalidate("/team", async () => ({ team: await publishedTeam(deps.db) })),
    pages.revalidate("/blog", async () => withOlder(await postsOnPage(deps, POSTS + 1))),
  ])
  pages.renderOnDemand("/blog/", async (rest) => {
    const [, before] = /^before\/(.+)$/.exec(rest) ?? []
    return before === undefined ? article(deps, rest) : articlesBefore(deps, before)
  })
}

/** The paths of the newest articles, for search engines, and when they came out. */
export async function articlePaths({ db, now }: PublishingDeps): Promise<{ path: string; changedAt: string }[]> {
  const posts = await publishedPosts(db, now(), SITEMAP_POSTS)
  return posts.map(({ id, publishedAt }) => ({ path: `/blog/${id}`, changedAt: publishedAt.toISOString() }))
}

async function article(deps: PublishingDeps, id: string): Promise<PageRecords | null> {
  const post = await postOnPage(deps, id)
  return post && { post }
}

async function articlesBefore(deps: PublishingDeps, before: string): Promise<PageRecords | null> {
  const id = BlogPostId.safeParse(before)
  const posts = id.success ? await postsOnPage(deps, POSTS + 1, id.data) : []
  return posts.length > 0 ? withOlder(posts) : null
}

/** One more than a page shows was read: that there is one is all that is needed of it. */
function withOlder(posts: readonly BlogPostSummary[]): PageRecords {
  const shown = posts.slice(0, POSTS)
  const last = shown.at(-1)
  return { posts: shown, ...(posts.length > POSTS && last && { older: last.id }) }
}
