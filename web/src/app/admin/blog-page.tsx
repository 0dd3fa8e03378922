import { AdminBlogForm, POST_ROUTES } from "#features/publishing/admin/blog-form.tsx"
import { AdminBlogView, AdminPostChips } from "#features/publishing/admin/blog-view.tsx"
import { AdminAddButton, useFormatWhen } from "#features/publishing/admin/record-actions.tsx"
import { useDeletion } from "#platform/admin/use-deletion.ts"
import { useEditing } from "#platform/admin/use-editing.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { RecordsPage } from "./records-page.tsx"

/** Spec §2: the server implements the "case-insensitive search on title or category". */
export function BlogPage() {
  const { t } = useAdminApp()
  const when = useFormatWhen()
  const records = useRecords(POST_ROUTES.list)
  const editing = useEditing(records)
  const deletion = useDeletion(POST_ROUTES, records, {
    nameOf: ({ title }) => title,
    deleted: () => t("admin.blog_deleted"),
    failed: t("admin.blog_delete_failed"),
  })
  const { target } = editing
  return (
    <>
      <RecordsPage
        title={t("admin.blog")}
        records={records}
        empty="admin.blog_empty"
        symbol="sun"
        onAdd={editing.add}
        summaryOf={(post) => ({
          who: post.title,
          about: post.category ?? "",
          line: `${post.author}: ${post.excerpt}`,
          at: when(post.publishedAt ?? post.updatedAt),
          chip: (
            <span className="admin-chips">
              <AdminPostChips post={post} />
            </span>
          ),
        })}
        action={<AdminAddButton label={t("admin.blog_add")} onAdd={editing.add} />}
        keys={{ n: editing.add, e: editing.edit, Delete: deletion.remove }}
        detail={(post) => (
          <AdminBlogView
            key={post.id}
            post={post}
            onEdit={() => editing.edit(post.id)}
            onDelete={() => deletion.remove(post.id)}
          />
        )}
      />
      <UndoBar {...deletion.bar} />
      {target && (
        <AdminBlogForm
          key={target.record?.id ?? "new"}
          record={target.record}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}
