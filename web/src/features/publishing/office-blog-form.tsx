import { cityOf } from "@haitech/contract/clock"
import type { PostRecord } from "@haitech/contract/office-publishing"
import { useOffice } from "#platform/app.tsx"
import { Checkbox, RadioGroup } from "#ui/choice.tsx"
import { Field } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { formOfPost, isClock, valuesOfPost } from "./office-blog-values.tsx"
import { OfficeEditDialog } from "./office-edit-dialog.tsx"
import { OfficeImageField } from "./office-image-field.tsx"
import { OfficeMarkdownField } from "./office-markdown-field.tsx"
import { type Editor, emptyAmong, useEditor } from "./office-state.ts"

interface Props {
  readonly record: PostRecord | null
  readonly onClose: () => void
  readonly onSaved: (record: PostRecord) => void
}

/** §5 "Blog requires title, excerpt, content, author; category and image are also marked required in the form". */
export function OfficeBlogForm({ record, onClose, onSaved }: Props) {
  const { t, timeZone } = useOffice()
  const labels = useLabels()
  const required = {
    title: t("field.title.required"),
    excerpt: t("field.excerpt.required"),
    content: t("field.content.required"),
    author: t("field.author.required"),
    category: t("office.category_required"),
    imageUrl: t("field.image_url.required"),
  }
  const editor = useEditor({
    noun: "blog",
    record,
    valuesOf: (post) => valuesOfPost(post, timeZone),
    formOf: (values, basis) => formOfPost(values, basis, timeZone),
    check: (values) => ({
      ...emptyAmong(values, required),
      ...(values["publication"] === "at" &&
        !isClock(values["publishedAt"] ?? "", timeZone) && { publishedAt: t("field.instant.invalid") }),
    }),
    nameOf: ({ title }) => title,
    onSaved,
  })
  const { field, set, values } = editor
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    featured: { true: t("office.yes"), false: t("office.no") },
    publication: usePublications(),
  }
  return (
    <OfficeEditDialog
      title={record ? t("office.blog_edit") : t("office.blog_add")}
      isWide
      editor={editor}
      labels={labels}
      wordsFor={(name, value) => words[name]?.[value] ?? value.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/, "$1 $2")}
      onClose={onClose}
    >
      <Field label={labels.title} required autoComplete="off" {...field("title")} />
      <TextAreaField label={labels.excerpt} required rows={2} {...field("excerpt")} />
      <OfficeMarkdownField label={labels.content} {...field("content")} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Field label={labels.category} required autoComplete="off" {...field("category")} />
        <Field label={labels.author} required autoComplete="off" {...field("author")} />
        <Picture name="imageUrl" label={labels.imageUrl} required editor={editor} />
        <Picture name="authorImageUrl" label={labels.authorImageUrl} note={t("office.optional")} editor={editor} />
        <Publication editor={editor} label={labels.publication} dateLabel={labels.publishedAt} />
        <Checkbox
          label={labels.featured}
          note={t("office.featured_note")}
          name="featured"
          checked={values["featured"] === "true"}
          onChange={({ currentTarget }) => set("featured", String(currentTarget.checked))}
        />
      </div>
    </OfficeEditDialog>
  )
}

function useLabels() {
  const { t } = useOffice()
  return {
    title: t("office.title"),
    excerpt: t("office.excerpt"),
    content: t("office.article"),
    category: t("office.category"),
    author: t("office.author"),
    imageUrl: t("office.image"),
    authorImageUrl: t("office.author_image"),
    publication: t("office.publication"),
    publishedAt: t("office.publish_at"),
    featured: t("office.featured"),
  }
}

function usePublications() {
  const { t } = useOffice()
  return { draft: t("office.publish_draft"), now: t("office.publish_now"), at: t("office.publish_on") }
}

interface PictureProps {
  readonly name: string
  readonly label: string
  readonly note?: string
  readonly required?: true
  readonly editor: Editor
}

function Picture({ name, editor, ...rest }: PictureProps) {
  const { values, wrong, set } = editor
  return (
    <OfficeImageField
      {...rest}
      name={name}
      value={values[name] ?? ""}
      error={wrong[name]}
      onValue={(address) => set(name, address)}
    />
  )
}

interface PublicationProps {
  readonly editor: Editor
  readonly label: string
  readonly dateLabel: string
}

/** When readers see it. The clock is the office's, wherever somebody writes. */
function Publication({ editor, label, dateLabel }: PublicationProps) {
  const { t, timeZone } = useOffice()
  const { values, wrong, set, field } = editor
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend={label}
        name="publication"
        value={values["publication"] ?? "now"}
        options={Object.entries(usePublications()).map(([value, words]) => ({ value, label: words }))}
        onChoose={(value) => set("publication", value, "publishedAt")}
        error={values["publication"] === "at" ? undefined : wrong["publishedAt"]}
      />
      {values["publication"] === "at" && (
        <Field
          label={dateLabel}
          note={t("office.publish_clock", { city: cityOf(timeZone) })}
          type="datetime-local"
          required
          {...field("publishedAt")}
        />
      )}
    </div>
  )
}
