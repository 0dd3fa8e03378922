import { pathIn } from "@haitech/contract/languages"
import type { PostRecord } from "@haitech/contract/office-publishing"
import { useState } from "react"
import { useOffice } from "#platform/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { Icon } from "#ui/icon.tsx"
import { Portrait } from "#ui/portrait.tsx"
import { OfficeArticle } from "./office-article.tsx"
import { OfficeRecordView, useWhen } from "./office-record-acts.tsx"

interface Props {
  readonly post: PostRecord
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function OfficeBlogView({ post, onEdit, onDelete }: Props) {
  const { t, language } = useOffice()
  const { title, excerpt, content, author, authorImageUrl, category, imageUrl } = post
  const [isOpen, setIsOpen] = useState(false)
  return (
    <OfficeRecordView updatedAt={post.updatedAt} onEdit={onEdit} onDelete={onDelete}>
      {imageUrl && <img className="office-cover" src={imageUrl} alt="" referrerPolicy="no-referrer" />}
      <p className="office-chips">
        <OfficePostChips post={post} />
        {category && <Chip>{category}</Chip>}
      </p>
      <h2 className="text-[1.375rem]">{title}</h2>
      <p className="office-text">{excerpt}</p>
      <div className="office-by">
        <Portrait name={author} imageUrl={authorImageUrl} size={48} small />
        <span>{t("blog.by", { author })}</span>
      </div>
      <details className="office-read" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          {t("office.read_article")}
          <Icon name="down" />
        </summary>
        {isOpen && <OfficeArticle text={content} />}
      </details>
      {stateOf(post) === "published" && (
        <a className="more" href={pathIn(language, `/blog/${post.id}`)} target="_blank" rel="noopener">
          {t("office.see_on_site")}
        </a>
      )}
    </OfficeRecordView>
  )
}

/** Who can read it, and from when. */
export function OfficePostChips({ post }: { readonly post: PostRecord }) {
  const { t } = useOffice()
  const when = useWhen()
  const state = stateOf(post)
  return (
    <>
      {state === "draft" && <Chip tone="plain">{t("office.draft")}</Chip>}
      {state === "scheduled" && (
        <Chip tone="wait">{t("office.scheduled", { date: when(post.publishedAt ?? "").short })}</Chip>
      )}
      {state === "published" && <Chip tone="good">{t("office.published")}</Chip>}
      {post.featured === "true" && <Chip tone="info">{t("office.featured")}</Chip>}
    </>
  )
}

function stateOf({ publishedAt }: PostRecord): "draft" | "scheduled" | "published" {
  if (!publishedAt) return "draft"
  return Date.parse(publishedAt) > Date.now() ? "scheduled" : "published"
}
