import type { GroupRecord } from "@haitech/contract/admin/groups"
import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { LANGUAGES } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { useEditTexts } from "#platform/admin/use-edit-texts.ts"
import { type Editor, type RecordFormProps, useEditor } from "#platform/admin/use-editor.ts"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { EditDialog } from "#ui/edit-dialog.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useMentors, useRefreshReports } from "./api.ts"
import { type TextField, textField, toGroupForm, toGroupValues } from "./group-values.ts"
import { MeetingFields } from "./meeting-fields.tsx"

const GROUP_ROUTES = {
  list: routes.listGroupRecords,
  create: routes.createGroup,
  update: routes.updateGroup,
}

export function GroupForm({ record, onClose, onSaved }: RecordFormProps<GroupRecord>) {
  const { t, timeZone } = useGroupsAdminApp()
  const texts = useEditTexts()
  const labels = useLabels()
  const refreshReports = useRefreshReports()
  const editor = useEditor({
    routes: GROUP_ROUTES,
    noun: "group",
    record,
    toValues: (group) => toGroupValues(group, timeZone),
    toForm: toGroupForm,
    getName: ({ name }) => name,
    onSaved(saved) {
      void refreshReports()
      onSaved(saved)
    },
  })
  const mentors = useMentorChoices([editor.basis, editor.newer])
  return (
    <EditDialog
      title={t(record ? "admin.group_edit" : "admin.group_add")}
      texts={texts}
      editor={editor}
      labels={labels}
      formatValue={useFormatValue(mentors)}
      onClose={onClose}
    >
      <TextFields editor={editor} labels={labels} />
      <Field label={labels.capacity} type="number" min={2} max={200} required {...editor.field("capacity")} />
      <SelectField label={labels.mentorId} note={t("admin.group_screened_note")} {...editor.field("mentorId")}>
        <option value="">{t("admin.group_mentor_none")}</option>
        {mentors.map(({ userId, label }) => (
          <option key={userId} value={userId}>
            {label}
          </option>
        ))}
      </SelectField>
      <MeetingFields editor={editor} labels={labels} />
    </EditDialog>
  )
}

type Labels = ReturnType<typeof useLabels>

function useLabels() {
  const { t } = useGroupsAdminApp()
  const texts = LANGUAGES.flatMap((language) => {
    const name = { language: t(`language.${language}`) }
    return [
      [textField(language, "name"), t("admin.group_name", name)],
      [textField(language, "description"), t("admin.group_description", name)],
    ]
  })
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    capacity: t("admin.group_capacity"),
    mentorId: t("admin.group_mentor"),
    day: t("admin.group_meeting_day"),
    time: t("admin.session_start"),
    minutes: t("admin.group_meeting_minutes"),
    timeZone: t("admin.group_meeting_zone"),
    url: t("admin.group_meeting_url"),
  }
}

/** Also those who are mentors of these groups but may no longer be chosen. */
function useMentorChoices(groups: readonly (GroupRecord | null)[]) {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { data: mentors = [] } = useMentors()
  const current = groups.flatMap((group) =>
    group?.mentorId
      ? [{ userId: group.mentorId, name: group.mentorName ?? "", screenedUntil: group.mentorScreenedUntil }]
      : [],
  )
  const choices = new Map([...mentors, ...current].map((mentor) => [mentor.userId, mentor]))
  return [...choices.values()].map(({ userId, name, screenedUntil }) => ({
    userId,
    label:
      screenedUntil && isFuture(screenedUntil)
        ? t("admin.group_mentor_screened", { name, day: formatDay(language, screenedUntil, timeZone) })
        : t("admin.group_mentor_unscreened", { name }),
  }))
}

function isFuture(instant: string): boolean {
  return Date.parse(instant) > Date.now()
}

function useFormatValue(mentors: ReturnType<typeof useMentorChoices>) {
  const { t, language } = useGroupsAdminApp()
  const formats: Readonly<Record<string, (value: string) => string>> = {
    mentorId: (id) => mentors.find(({ userId }) => userId === id)?.label ?? "",
    day: (day) => formatDay(language, `${day}T00:00:00Z`, "UTC"),
    time: (time) => formatHour(language, `1970-01-01T${time}:00Z`, "UTC"),
    minutes: (minutes) => t("schedule.minutes", { minutes }),
    timeZone: cityOf,
  }
  return (name: string, value: string) => (value === "" ? value : (formats[name]?.(value) ?? value))
}

function TextFields({ editor: { field }, labels }: { readonly editor: Editor; readonly labels: Labels }) {
  const { t } = useGroupsAdminApp()
  return (
    <>
      <p className="small text-muted">{t("admin.group_texts_note")}</p>
      {LANGUAGES.map((language) => {
        const [name, description] = [textField(language, "name"), textField(language, "description")]
        const shared = { lang: language, required: language === "en" }
        return (
          <div key={language} className="grid gap-3">
            <Field label={labels[name]} maxLength={100} autoComplete="off" {...shared} {...field(name)} />
            <TextAreaField label={labels[description]} rows={2} maxLength={500} {...shared} {...field(description)} />
          </div>
        )
      })}
    </>
  )
}
