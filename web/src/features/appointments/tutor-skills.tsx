import type { TutorSettings } from "@haitech/contract/admin/tutors"
import { LANGUAGES } from "@haitech/contract/languages"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Checkbox, FieldSet } from "#ui/choice.tsx"

export const TUTOR_SKILL_TEXTS = [
  "language.en",
  "language.es",
  "language.fr",
  "language.ht",
  "schedule.career",
  "schedule.coding",
  "schedule.general",
  "schedule.language",
] as const satisfies readonly MessageKey[]

const SUBJECTS = ["coding", "language", "career", "general"] as const satisfies TutorSettings["subjects"]

interface Props {
  readonly texts: Readonly<Record<(typeof TUTOR_SKILL_TEXTS)[number], string>>
  readonly legends: { readonly languages: string; readonly subjects: string }
  /** `subjects` may have one that this release does not know. */
  readonly tutor: Readonly<Partial<Record<"languages" | "subjects", readonly string[] | undefined>>>
}

/** What decides which sessions are proposed to a tutor. */
export function TutorSkills({ texts, legends, tutor }: Props) {
  return (
    <div className="field-pair">
      <FieldSet legend={legends.languages}>
        {LANGUAGES.map((value) => (
          <Checkbox
            key={value}
            name="languages"
            value={value}
            label={<span lang={value}>{texts[`language.${value}`]}</span>}
            defaultChecked={tutor.languages?.includes(value) ?? false}
          />
        ))}
      </FieldSet>
      <FieldSet legend={legends.subjects}>
        {SUBJECTS.map((value) => (
          <Checkbox
            key={value}
            name="subjects"
            value={value}
            label={texts[`schedule.${value}`]}
            defaultChecked={tutor.subjects?.includes(value) ?? false}
          />
        ))}
      </FieldSet>
    </div>
  )
}

/** What `TutorSkills` sends. */
export function readSkills(input: FormData): Required<Pick<TutorSettings, "languages" | "subjects">> {
  return {
    languages: LANGUAGES.filter((value) => input.getAll("languages").includes(value)),
    subjects: SUBJECTS.filter((value) => input.getAll("subjects").includes(value)),
  }
}
