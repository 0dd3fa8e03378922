import { LANGUAGES } from "@haitech/contract/languages"
import type { Profile } from "@haitech/contract/members"
import { type ProfileText, useProfileApp } from "#platform/app/app.tsx"
import { Checkbox, FieldSet } from "#ui/choice.tsx"
import { SelectField } from "#ui/field.tsx"
import { Notice } from "#ui/notice.tsx"
import { SaveButton } from "./save-button.tsx"
import { type Changes, useProfileForm } from "./state.ts"

type Lists = "programs" | "studyTimes" | "notifications"

/** Spec §2, profile, "learning preferences": the texts of each list, in the order in which the server stores them. */
const LISTS: { readonly [Name in Lists]: Readonly<Record<Profile[Name][number], ProfileText>> } = {
  programs: { coding: "program.coding", languages: "program.languages", mentorship: "program.mentorship" },
  studyTimes: {
    mornings: "profile.mornings",
    afternoons: "profile.afternoons",
    evenings: "profile.evenings",
    weekends: "profile.weekends",
  },
  notifications: {
    sessions: "profile.notify_sessions",
    courses: "profile.notify_courses",
    community: "profile.notify_community",
    news: "profile.notify_news",
  },
}
const LEGENDS = {
  programs: "profile.programs",
  studyTimes: "profile.times",
  notifications: "profile.notifications",
} as const
const LANGUAGE_NAMES = { en: "English", fr: "Français", ht: "Kreyòl ayisyen", es: "Español" }

export function PreferencesForm({ profile }: { readonly profile: Profile }) {
  const { t } = useProfileApp()
  const { form, isSending, isRestored, errors } = useProfileForm(profile, "preferences", read)
  return (
    <form {...form}>
      <fieldset className="grid gap-6" disabled={isSending}>
        {isRestored && <Notice failed={false}>{t("profile.restored")}</Notice>}
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {(Object.keys(LISTS) as Lists[]).map((list) => (
            <FieldSet key={list} legend={t(LEGENDS[list])} error={errors[list]}>
              {Object.entries<ProfileText>(LISTS[list]).map(([value, label]) => (
                <Checkbox
                  key={value}
                  name={list}
                  value={value}
                  label={t(label)}
                  defaultChecked={(profile[list] as readonly string[]).includes(value)}
                />
              ))}
            </FieldSet>
          ))}
          <SelectField
            label={t("profile.language")}
            name="language"
            defaultValue={profile.language}
            error={errors["language"]}
            // Makes the stored language the default, from which changes are counted.
            key={profile.language}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </SelectField>
        </div>
        <SaveButton isPending={isSending} />
      </fieldset>
    </form>
  )
}

function read(form: FormData): Changes {
  const lists = (Object.keys(LISTS) as Lists[]).map((list) => [list, form.getAll(list)])
  return { ...Object.fromEntries(lists), language: form.get("language") }
}
