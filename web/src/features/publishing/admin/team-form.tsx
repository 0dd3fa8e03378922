import type { TeamRecord } from "@haitech/contract/admin/publishing"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { type RecordFormProps, requiredErrors, useEditor } from "#platform/admin/use-editor.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { Field } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { AdminEditDialog } from "./edit-dialog.tsx"
import { AdminImageField } from "./image-field.tsx"

export const TEAM_ROUTES = {
  list: routes.listTeamRecords,
  create: routes.createTeamMember,
  update: routes.updateTeamMember,
  remove: routes.deleteTeamMember,
  restore: routes.restoreTeamMember,
}

/** Spec §5: "Team form requires name, role, bio, imageUrl". */
export function AdminTeamForm({ record, onClose, onSaved }: RecordFormProps<TeamRecord>) {
  const { t } = useAdminApp()
  const required = {
    name: t("field.name.required"),
    role: t("field.job.required"),
    bio: t("field.bio.required"),
    imageUrl: t("field.image_url.required"),
  }
  const labels = {
    name: t("admin.name"),
    role: t("admin.job"),
    bio: t("admin.bio"),
    imageUrl: t("admin.image"),
    order: t("admin.order"),
    linkedinUrl: t("admin.linkedin"),
    twitterUrl: t("admin.twitter"),
    githubUrl: t("admin.github"),
  }
  const editor = useEditor({
    routes: TEAM_ROUTES,
    noun: "team",
    record,
    toValues,
    toForm,
    check: (values) => requiredErrors(values, required),
    getName: ({ name }) => name,
    onSaved,
  })
  const { field } = editor
  const optional = t("admin.optional")
  const link = { type: "url", note: optional, placeholder: "https://" } as const
  return (
    <AdminEditDialog
      title={record ? t("admin.team_edit") : t("admin.team_add")}
      editor={editor}
      labels={labels}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={labels.name} required autoComplete="off" {...field("name")} />
        <Field label={labels.role} required autoComplete="off" {...field("role")} />
      </div>
      <TextAreaField label={labels.bio} required {...field("bio")} />
      <AdminImageField name="imageUrl" label={labels.imageUrl} required editor={editor} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={labels.order} note={t("admin.order_note")} type="number" min={0} step={1} {...field("order")} />
        <Field label={labels.linkedinUrl} {...link} {...field("linkedinUrl")} />
        <Field label={labels.twitterUrl} {...link} {...field("twitterUrl")} />
        <Field label={labels.githubUrl} {...link} {...field("githubUrl")} />
      </div>
    </AdminEditDialog>
  )
}

function toValues(record: TeamRecord | null) {
  return {
    name: record?.name ?? "",
    role: record?.role ?? "",
    bio: record?.bio ?? "",
    imageUrl: record?.imageUrl ?? "",
    order: record ? String(record.order) : "",
    linkedinUrl: record?.linkedinUrl ?? "",
    twitterUrl: record?.twitterUrl ?? "",
    githubUrl: record?.githubUrl ?? "",
  }
}

/** Sends the order only if it changed, because somebody else may have reordered the team in the meantime. */
function toForm(
  { order, ...values }: ReturnType<typeof toValues>,
  basis: TeamRecord | null,
): InputOf<typeof routes.createTeamMember>["body"] {
  const isMoved = order.trim() !== "" && order !== String(basis?.order)
  return { ...values, ...(isMoved && { order: Number(order) }) }
}
