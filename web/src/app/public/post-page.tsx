import { BlogBand } from "#features/publishing/blog-band.tsx"
import { Byline } from "#features/publishing/byline.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { Markdown } from "#platform/page/markdown.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { PageHero } from "#ui/page-hero.tsx"
import { SiteLayout } from "./layout.tsx"

/** D2: one published article. */
export function PostPage() {
  const { t, post } = usePage()
  if (!post) throw new Error("the page of an article without an article")
  return (
    <SiteLayout>
      <PageHero title={post.title} lead={post.excerpt} {...(post.category && { pill: post.category })} />
      <article data-pictures="" className="wrap grid gap-8 py-(--section)">
        <Byline post={post} />
        {post.imageUrl && <img className="post-image" src={post.imageUrl} alt="" referrerPolicy="no-referrer" />}
        <div className="prose">
          <Markdown text={post.content} />
        </div>
        <p>
          <PageLink to="/blog" className={buttonClass("quiet")}>
            {t("blog.back")}
          </PageLink>
        </p>
      </article>
      <BlogBand />
    </SiteLayout>
  )
}
