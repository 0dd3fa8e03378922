import type { LessonRecord, LessonTextState } from "@haitech/contract/admin/learning"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Chip } from "#ui/chip.tsx"
import { TEXT_STATE_TEXTS } from "./labels.ts"
import { PublishButton } from "./publish-button.tsx"

/** The lessons of a course in their order, with their texts. */
export function LessonList({ lessons }: { readonly lessons: readonly LessonRecord[] }) {
  const { t } = useLearningAdminApp()
  return (
    <section className="grid gap-3">
      <h2>{t("admin.lessons")}</h2>
      <ol className="admin-lessons">
        {lessons.map((lesson, at) => (
          <LessonItem key={lesson.id} lesson={lesson} number={at + 1} />
        ))}
      </ol>
    </section>
  )
}

function LessonItem({ lesson, number }: { readonly lesson: LessonRecord; readonly number: number }) {
  const { t } = useLearningAdminApp()
  const { title, duration, isPublished, texts } = lesson
  return (
    <li>
      <div className="admin-lesson-name">
        <h3>
          {number}. {title}
        </h3>
        <p className="small text-muted">{t("admin.lesson_minutes", { minutes: duration })}</p>
        {!isPublished && <Chip tone="wait">{t("admin.unpublished")}</Chip>}
      </div>
      <ul className="admin-lesson-texts">
        {texts.map((text) => (
          <li key={text.language}>
            <TextLink lesson={lesson} text={text} />
          </li>
        ))}
      </ul>
      <PublishButton of="lesson" record={lesson} />
    </li>
  )
}

/** Leads to the editor of one text of a lesson. */
function TextLink({ lesson: { id, title }, text }: { readonly lesson: LessonRecord; readonly text: LessonTextState }) {
  const { t, label } = useLearningAdminApp()
  const { language, state, isEdited, hasDraft } = text
  return (
    <AppLink to={`/lessons/${id}?language=${language}`}>
      {t(`language.${language}`)}
      <Chip tone={entryOf(TEXT_STATE_TEXTS, state)?.tone ?? "plain"}>{label(TEXT_STATE_TEXTS, state)}</Chip>
      {isEdited && <Chip>{t("admin.text_edited")}</Chip>}
      {hasDraft && <Chip tone="info">{t("admin.draft")}</Chip>}
      <span className="sr">: {title}</span>
    </AppLink>
  )
}
