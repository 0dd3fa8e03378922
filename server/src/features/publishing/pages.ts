import { BlogPostId } from "@haitech/contract/ids"
import type { BlogPostSummary } from "@haitech/contract/publishing"
import type { PageRecords, Pages } from "#platform/http/pages.ts"
import type { SitemapEntry } from "#platform/http/sitemap.ts"
import { publishedPosts } from "./queries/posts.ts"
import { publishedTeam } from "./queries/team.ts"
import { publishedTestimonials } from "./queries/testimonials.ts"
import { findArticle, listArticles, type PublishingDeps, present } from "./routes.ts"

// Every visitor of the home page downloads these, so it shows the newest two only.
const TESTIMONIALS = 2
const POSTS = 12
const NEXT_POSTS = 2
// A sitemap may hold 50,000 addresses; crawlers find older articles through the links of the newer ones.
const SITEMAP_POSTS = 1000

export async function mountPublishedPages(
  pages: Pick<Pages, "revalidate" | "renderOnDemand">,
  deps: PublishingDeps,
): Promise<void> {
  await Promise.all([
    pages.revalidate(
      "/",
      async () => ({ testimonials: (await publishedTestimonials(deps.db)).slice(0, TESTIMONIALS).map(present) }),
      ["testimonials"],
    ),
    pages.revalidate("/team", async () => ({ team: await publishedTeam(deps.db) }), ["team_members"]),
    pages.revalidate("/blog", async () => withOlder(await listArticles(deps, POSTS + 1)), ["blog_posts"]),
  ])
  const readPageOf = async (rest: string) => {
    const [, before] = /^before\/(.+)$/.exec(rest) ?? []
    return before === undefined ? articlePage(deps, rest) : olderArticlesPage(deps, before)
  }
  pages.renderOnDemand("/blog/", readPageOf, { isShared: true })
}

export async function articlePaths({ db, now }: PublishingDeps): Promise<SitemapEntry[]> {
  const posts = await publishedPosts(db, now(), SITEMAP_POSTS)
  return posts.map(({ id, publishedAt }) => ({
    path: `/blog/${id}`,
    languages: ["en"],
    changedAt: publishedAt.toISOString(),
  }))
}

async function articlePage(deps: PublishingDeps, id: string): Promise<PageRecords | null> {
  const post = await findArticle(deps, id)
  return post && { post, next: await nextArticles(deps, post.id) }
}

/** The next older articles; after the oldest ones the newest again. */
async function nextArticles(deps: PublishingDeps, id: BlogPostId): Promise<BlogPostSummary[]> {
  const older = await listArticles(deps, NEXT_POSTS, id)
  if (older.length === NEXT_POSTS) return older
  const known = [id, ...older.map((post) => post.id)]
  const newest = await listArticles(deps, NEXT_POSTS + known.length)
  return [...older, ...newest.filter((post) => !known.includes(post.id))].slice(0, NEXT_POSTS)
}

async function olderArticlesPage(deps: PublishingDeps, before: string): Promise<PageRecords | null> {
  const id = BlogPostId.safeParse(before)
  const posts = id.success ? await listArticles(deps, POSTS + 1, id.data) : []
  return posts.length > 0 ? withOlder(posts) : null
}

/** @param posts one more than a page shows, if there are older articles */
function withOlder(posts: readonly BlogPostSummary[]): PageRecords {
  const visible = posts.slice(0, POSTS)
  const last = visible.at(-1)
  return { posts: visible, ...(posts.length > POSTS && last && { older: last.id }) }
}
