import type { PostRecord } from "@haitech/contract/office-publishing"
import { OfficeBlogForm } from "#features/publishing/office-blog-form.tsx"
import { OfficeBlogView, OfficePostChips } from "#features/publishing/office-blog-view.tsx"
import { OfficeAddButton, useWhen } from "#features/publishing/office-record-acts.tsx"
import { useEditing } from "#features/publishing/office-state.ts"
import { useOffice } from "#platform/app.tsx"
import { useDeletion } from "#platform/use-deletion.ts"
import { useRecords } from "#platform/use-records.ts"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

/** §2 /admin, "blog": "case-insensitive search on title or category", which the server does. */
export function BlogPage() {
  const { t } = useOffice()
  const when = useWhen()
  const records = useRecords<PostRecord>("/api/admin/blog")
  const editing = useEditing(records)
  const deletion = useDeletion("blog", records, {
    nameOf: ({ title }) => title,
    deleted: () => t("office.blog_deleted"),
    failed: t("office.blog_delete_failed"),
  })
  const { target } = editing
  return (
    <>
      <RecordsPage
        title={t("office.blog")}
        records={records}
        empty="office.blog_empty"
        symbol="sun"
        onAdd={editing.add}
        words={(post) => ({
          who: post.title,
          about: post.category ?? "",
          line: `${post.author}: ${post.excerpt}`,
          at: when(post.publishedAt ?? post.updatedAt),
          chip: (
            <span className="office-chips">
              <OfficePostChips post={post} />
            </span>
          ),
        })}
        action={<OfficeAddButton label={t("office.blog_add")} onAdd={editing.add} />}
        keys={{ n: editing.add, e: editing.edit, Delete: deletion.remove }}
        detail={(post) => (
          <OfficeBlogView
            key={post.id}
            post={post}
            onEdit={() => editing.edit(post.id)}
            onDelete={() => deletion.remove(post.id)}
          />
        )}
      />
      <UndoBar {...deletion.bar} />
      {target && (
        <OfficeBlogForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}
