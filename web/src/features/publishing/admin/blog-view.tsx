import type { PostRecord } from "@haitech/contract/admin/publishing"
import { pathIn } from "@haitech/contract/languages"
import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { Icon } from "#ui/icon.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { AdminArticle } from "./article.tsx"
import { AdminRecordView, useFormatWhen } from "./record-actions.tsx"

interface Props {
  readonly post: PostRecord
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function AdminBlogView({ post, onEdit, onDelete }: Props) {
  const { t, language } = useAdminApp()
  const { title, excerpt, content, author, authorImageUrl, category, imageUrl } = post
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AdminRecordView updatedAt={post.updatedAt} onEdit={onEdit} onDelete={onDelete}>
      {imageUrl && <img className="admin-cover" src={imageUrl} alt="" referrerPolicy="no-referrer" />}
      <p className="admin-chips">
        <AdminPostChips post={post} />
        {category && <Chip>{category}</Chip>}
      </p>
      <h2 className="text-[1.375rem]">{title}</h2>
      <p className="admin-text">{excerpt}</p>
      <div className="admin-by">
        <Portrait name={author} imageUrl={authorImageUrl} size={48} small />
        <span>{t("blog.by", { author })}</span>
      </div>
      <details className="admin-read" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          {t("admin.read_article")}
          <Icon name="down" />
        </summary>
        {isOpen && <AdminArticle text={content} />}
      </details>
      {publicationState(post) === "published" && (
        <a className="more" href={pathIn(language, `/blog/${post.id}`)} target="_blank" rel="noopener">
          {t("admin.see_on_site")}
        </a>
      )}
    </AdminRecordView>
  )
}

/** The publication state of a post as chips. */
export function AdminPostChips({ post }: { readonly post: PostRecord }) {
  const { t } = useAdminApp()
  const when = useFormatWhen()
  const state = publicationState(post)
  return (
    <>
      {state === "draft" && <Chip tone="plain">{t("admin.draft")}</Chip>}
      {state === "scheduled" && (
        <Chip tone="wait">{t("admin.scheduled", { date: when(post.publishedAt ?? "").short })}</Chip>
      )}
      {state === "published" && <Chip tone="good">{t("admin.published")}</Chip>}
      {post.featured === "true" && <Chip tone="info">{t("admin.featured")}</Chip>}
    </>
  )
}

function publicationState({ publishedAt }: PostRecord): "draft" | "scheduled" | "published" {
  if (!publishedAt) return "draft"
  return Date.parse(publishedAt) > Date.now() ? "scheduled" : "published"
}
