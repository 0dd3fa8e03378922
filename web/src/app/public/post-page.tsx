import { BlogBand } from "#features/publishing/blog-band.tsx"
import { Byline } from "#features/publishing/byline.tsx"
import { PostList } from "#features/publishing/post-list.tsx"
import { readingMinutes } from "#features/publishing/reading-time.ts"
import { Share } from "#features/publishing/share.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { address, type LinkPath } from "#platform/navigation/paths.ts"
import { Markdown } from "#platform/page/markdown.tsx"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** D2: one published article. */
export function PostPage() {
  const { language, path, site, post } = usePage()
  if (!post) throw new Error("the page of an article without an article")
  return (
    <SiteLayout>
      <article>
        <PageHead column title={post.title} lead={post.excerpt} {...(post.category && { topic: post.category })}>
          <Byline post={post} minutes={readingMinutes(post.content)} />
        </PageHead>
        <div data-pictures="" className="wrap column grid gap-8 pt-10">
          {post.imageUrl && <img className="post-image" src={post.imageUrl} alt="" referrerPolicy="no-referrer" />}
          <div className="prose">
            <Markdown text={post.content} />
          </div>
          <Share title={post.title} url={site.url + address(language, path as LinkPath)} />
        </div>
      </article>
      <Next />
      <BlogBand />
    </SiteLayout>
  )
}

function Next() {
  const { t, next = [] } = usePage()
  return (
    <div className="wrap column grid gap-8 pt-12 pb-(--section)">
      {next.length > 0 && (
        <section aria-labelledby="next-title">
          <h2 id="next-title" className="mb-6 text-[1.5rem]">
            {t("blog.next")}
          </h2>
          <PostList posts={next} />
        </section>
      )}
      <p>
        <PageLink to="/blog" className={buttonClass("quiet")}>
          {t("blog.back")}
        </PageLink>
      </p>
    </div>
  )
}
