import type { GroupRecord } from "@haitech/contract/admin/groups"
import { formatDay } from "@haitech/contract/clock"
import { LANGUAGES } from "@haitech/contract/languages"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useMentors, useSaveGroup } from "./api.ts"
import { MeetingFields } from "./meeting-fields.tsx"
import { readGroup } from "./read-group.ts"

interface Props {
  /** Null opens a new group; undefined while the dialog is closed. */
  readonly group: GroupRecord | null | undefined
  readonly onClose: () => void
}

export function GroupDialog({ group, onClose }: Props) {
  const { t } = useGroupsAdminApp()
  return (
    <Dialog
      id="group-form"
      title={t(group ? "admin.group_edit" : "admin.group_add")}
      closeLabel={t("dialog.close")}
      {...useModal(group !== undefined, onClose)}
    >
      {group !== undefined && <GroupForm key={group?.id ?? "new"} group={group} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly group: GroupRecord | null
  readonly onDone: () => void
}

function GroupForm({ group, onDone }: FormProps) {
  const { t, showToast, failureMessage } = useGroupsAdminApp()
  const { mutateAsync: save } = useSaveGroup(group)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await save(readGroup(input)) }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t(group ? "admin.updated_title" : "admin.created_title"), result.body.name)
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TextFields group={group} errors={errors} />
        <Field
          label={t("admin.group_capacity")}
          name="capacity"
          type="number"
          min={2}
          max={200}
          required
          defaultValue={group?.capacity ?? 30}
          error={errors["capacity"]}
        />
        <MentorFields group={group} errors={errors} />
        <MeetingFields group={group} errors={errors} />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </FormActions>
      </fieldset>
    </form>
  )
}

interface FieldsProps {
  readonly group: GroupRecord | null
  readonly errors: Readonly<Record<string, string>>
}

function TextFields({ group, errors }: FieldsProps) {
  const { t } = useGroupsAdminApp()
  return (
    <>
      <p className="small text-muted">{t("admin.group_texts_note")}</p>
      {LANGUAGES.map((language) => {
        const own = group?.texts.find((text) => text.language === language)
        const [name, description] = [`texts.${language}.name`, `texts.${language}.description`]
        const labels = { language: t(`language.${language}`) }
        return (
          <div key={language} className="grid gap-3">
            <Field
              label={t("admin.group_name", labels)}
              name={name}
              lang={language}
              maxLength={100}
              required={language === "en"}
              defaultValue={own?.name ?? ""}
              error={errors[name]}
            />
            <TextAreaField
              label={t("admin.group_description", labels)}
              name={description}
              lang={language}
              rows={2}
              maxLength={500}
              required={language === "en"}
              defaultValue={own?.description ?? ""}
              error={errors[description]}
            />
          </div>
        )
      })}
    </>
  )
}

function MentorFields({ group, errors }: FieldsProps) {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { data: mentors = [] } = useMentors()
  const current = group?.mentorId
  const choices =
    current && !mentors.some(({ userId }) => userId === current)
      ? [...mentors, { userId: current, name: group.mentorName ?? "", screenedUntil: group.mentorScreenedUntil }]
      : mentors
  const label = ({ name, screenedUntil }: (typeof choices)[number]) =>
    screenedUntil && isFuture(screenedUntil)
      ? t("admin.group_mentor_screened", { name, day: formatDay(language, screenedUntil, timeZone) })
      : t("admin.group_mentor_unscreened", { name })
  return (
    <SelectField
      key={choices.length}
      label={t("admin.group_mentor")}
      note={t("admin.group_screened_note")}
      name="mentorId"
      defaultValue={current ?? ""}
      error={errors["mentorId"]}
    >
      <option value="">{t("admin.group_mentor_none")}</option>
      {choices.map((choice) => (
        <option key={choice.userId} value={choice.userId}>
          {label(choice)}
        </option>
      ))}
    </SelectField>
  )
}

function isFuture(instant: string): boolean {
  return Date.parse(instant) > Date.now()
}
