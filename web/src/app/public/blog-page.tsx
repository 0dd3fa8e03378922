import { BlogBand } from "#features/publishing/blog-band.tsx"
import { PlaceholderArticles } from "#features/publishing/placeholder-articles.tsx"
import { PostList } from "#features/publishing/post-list.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Spec §2 Blog. Shows placeholders while no article is published (D2). */
export function BlogPage() {
  const { t, path, posts = [], older } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("blog.title")} lead={t("blog.lead")} />
      <section className="wrap pt-10 pb-(--section)" aria-labelledby="articles-title">
        <h2 id="articles-title" className="sr">
          {t("blog.articles")}
        </h2>
        {posts.length > 0 ? <PostList posts={posts} /> : <PlaceholderArticles />}
        <p className="mt-8 flex flex-wrap gap-3">
          {path !== "/blog" && (
            <PageLink to="/blog" className={buttonClass("quiet")}>
              {t("blog.newest")}
            </PageLink>
          )}
          {older && (
            <PageLink to={`/blog/before/${older}`} className={buttonClass("quiet")}>
              {t("blog.older")}
            </PageLink>
          )}
        </p>
      </section>
      <BlogBand />
    </SiteLayout>
  )
}
