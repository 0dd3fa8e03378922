import { formatDay } from "@haitech/contract/clock"
import type { BlogPostSummary } from "@haitech/contract/publishing"
import { usePage } from "#platform/page/page.tsx"
import { Portrait } from "#ui/portrait.tsx"

interface Props {
  readonly post: BlogPostSummary
  readonly minutes?: number
}

export function Byline({ post, minutes }: Props) {
  const { t, language, site } = usePage()
  return (
    <div className="mt-5 flex items-center gap-3">
      <Portrait name={post.author} imageUrl={post.authorImageUrl} size={48} small />
      <p className="small">
        <span className="strong block">{t("blog.by", { author: post.author })}</span>
        <time className="text-muted" dateTime={post.publishedAt}>
          {formatDay(language, post.publishedAt, site.timeZone)}
        </time>
        {minutes && <span className="text-muted"> · {t("blog.minutes", { minutes })}</span>}
      </p>
    </div>
  )
}
