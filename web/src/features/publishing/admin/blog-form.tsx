import type { PostRecord } from "@haitech/contract/admin/publishing"
import { cityOf } from "@haitech/contract/clock"
import { routes } from "@haitech/contract/routes"
import { type Editor, type RecordFormProps, requiredErrors, useEditor } from "#platform/admin/use-editor.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { Checkbox, RadioGroup } from "#ui/choice.tsx"
import { Field } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { isLocalTime, toPostForm, toPostValues } from "./blog-values.tsx"
import { AdminEditDialog } from "./edit-dialog.tsx"
import { AdminImageField } from "./image-field.tsx"
import { AdminMarkdownField } from "./markdown-field.tsx"

export const POST_ROUTES = {
  list: routes.listPostRecords,
  create: routes.createPost,
  update: routes.updatePost,
  remove: routes.deletePost,
  restore: routes.restorePost,
}

function useRequiredErrors() {
  const { t } = useAdminApp()
  return {
    title: t("field.title.required"),
    excerpt: t("field.excerpt.required"),
    content: t("field.content.required"),
    author: t("field.author.required"),
    category: t("admin.category_required"),
    imageUrl: t("field.image_url.required"),
  }
}

/** Spec §5 "Blog requires title, excerpt, content, author; category and image are also marked required in the form". */
export function AdminBlogForm({ record, onClose, onSaved }: RecordFormProps<PostRecord>) {
  const { t, timeZone } = useAdminApp()
  const labels = useLabels()
  const required = useRequiredErrors()
  const editor = useEditor({
    routes: POST_ROUTES,
    noun: "blog",
    record,
    toValues: (post) => toPostValues(post, timeZone),
    toForm: (values, basis) => toPostForm(values, basis, timeZone),
    check: (values) => ({
      ...requiredErrors(values, required),
      ...(values["publication"] === "at" &&
        !isLocalTime(values["publishedAt"] ?? "", timeZone) && { publishedAt: t("field.instant.invalid") }),
    }),
    getName: ({ title }) => title,
    onSaved,
  })
  const { field, set, values } = editor
  const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    featured: { true: t("admin.yes"), false: t("admin.no") },
    publication: usePublications(),
  }
  return (
    <AdminEditDialog
      title={record ? t("admin.blog_edit") : t("admin.blog_add")}
      isWide
      editor={editor}
      labels={labels}
      formatValue={(name, value) =>
        valueLabels[name]?.[value] ?? value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/, "$1 $2")
      }
      onClose={onClose}
    >
      <Field label={labels.title} required autoComplete="off" {...field("title")} />
      <TextAreaField label={labels.excerpt} required rows={2} {...field("excerpt")} />
      <AdminMarkdownField label={labels.content} {...field("content")} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Field label={labels.category} required autoComplete="off" {...field("category")} />
        <Field label={labels.author} required autoComplete="off" {...field("author")} />
        <AdminImageField name="imageUrl" label={labels.imageUrl} required editor={editor} />
        <AdminImageField
          name="authorImageUrl"
          label={labels.authorImageUrl}
          note={t("admin.optional")}
          editor={editor}
        />
        <Publication editor={editor} label={labels.publication} dateLabel={labels.publishedAt} />
        <Checkbox
          label={labels.featured}
          note={t("admin.featured_note")}
          name="featured"
          checked={values["featured"] === "true"}
          onChange={({ currentTarget }) => set("featured", String(currentTarget.checked))}
        />
      </div>
    </AdminEditDialog>
  )
}

function useLabels() {
  const { t } = useAdminApp()
  return {
    title: t("admin.title"),
    excerpt: t("admin.excerpt"),
    content: t("admin.article"),
    category: t("admin.category"),
    author: t("admin.author"),
    imageUrl: t("admin.image"),
    authorImageUrl: t("admin.author_image"),
    publication: t("admin.publication"),
    publishedAt: t("admin.publish_at"),
    featured: t("admin.featured"),
  }
}

function usePublications() {
  const { t } = useAdminApp()
  return { draft: t("admin.publish_draft"), now: t("admin.publish_now"), at: t("admin.publish_on") }
}

interface PublicationProps {
  readonly editor: Editor
  readonly label: string
  readonly dateLabel: string
}

/** When the post appears. Times are in the site's zone, wherever the administrator is. */
function Publication({ editor, label, dateLabel }: PublicationProps) {
  const { t, timeZone } = useAdminApp()
  const { values, errors, set, field } = editor
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend={label}
        name="publication"
        value={values["publication"] ?? "now"}
        options={Object.entries(usePublications()).map(([value, label]) => ({ value, label }))}
        onChoose={(value) => set("publication", value, "publishedAt")}
        error={values["publication"] === "at" ? undefined : errors["publishedAt"]}
      />
      {values["publication"] === "at" && (
        <Field
          label={dateLabel}
          note={t("admin.publish_clock", { city: cityOf(timeZone) })}
          type="datetime-local"
          required
          {...field("publishedAt")}
        />
      )}
    </div>
  )
}
