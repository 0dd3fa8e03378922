import type { CourseDetail, CourseLesson } from "@haitech/contract/courses"
import type { LessonPage as Lesson } from "@haitech/contract/lessons"
import { HelpDialog } from "#features/learning/help/help-dialog.tsx"
import { LESSON_BAR_TEXTS, LessonBar } from "#features/learning/lesson-bar.tsx"
import { LessonBlocks } from "#features/learning/lesson-blocks.tsx"
import { LESSON_END_TEXTS, LessonEnd } from "#features/learning/lesson-end.tsx"
import { LessonAside, LessonDock, Stuck, subjectOf } from "#features/learning/lesson-help.tsx"
import { LessonNeighbours } from "#features/learning/lesson-neighbours.tsx"
import { LessonOutline } from "#features/learning/lesson-outline.tsx"
import type { LessonFacts } from "#features/learning/lesson-session.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"
import { SiteLayout } from "./layout.tsx"

const EXERCISES = { one: "lesson.exercises_one", other: "lesson.exercises_other" } as const

/** One lesson. All of its text reads without script. */
export function LessonPage() {
  const { t, language, course, lesson } = usePage()
  if (!course || !lesson) throw new Error("the page of a lesson without a lesson")
  const at = course.lessons.findIndex(({ id }) => id === lesson.id)
  const textLanguage = lesson.language === language ? undefined : lesson.language
  const facts: LessonFacts = {
    courseId: course.id,
    lessonId: course.lessons[at]?.id ?? unknownLesson(lesson),
    language: lesson.language,
    exerciseIds: exerciseIdsOf(lesson),
  }
  const neighbours = { course, before: course.lessons[at - 1], next: course.lessons[at + 1] }
  return (
    <SiteLayout isLesson>
      <LessonHead course={course} number={at + 1} />
      <div className="lesson-columns" data-lesson={JSON.stringify(facts)}>
        <LessonOutline course={course} current={lesson.slug} />
        <article className="lesson-text" lang={textLanguage}>
          <h1>{lesson.title}</h1>
          <div lang={textLanguage && language}>
            <Facts lesson={lesson} kind={course.lessons[at]?.kind} />
            {textLanguage && (
              <p className="lesson-other">
                {t("lesson.other_language", { language: t(`language.${lesson.language}`) })}
              </p>
            )}
          </div>
          <p className="lesson-goal">
            <StaticIcon name="goal" />
            {lesson.goal}
          </p>
          <LessonBlocks lesson={lesson} />
          <div lang={textLanguage && language}>
            <Island
              of={LessonEnd}
              when="interaction"
              props={{ texts: pick(t, LESSON_END_TEXTS), exerciseIds: facts.exerciseIds }}
            />
            <LessonNeighbours {...neighbours} />
          </div>
        </article>
        <LessonAside course={course} lesson={lesson}>
          <Stuck />
        </LessonAside>
      </div>
      <LessonDock {...neighbours} />
      <HelpDialog facts={facts} title={lesson.title} subject={subjectOf(course)} />
    </SiteLayout>
  )
}

/** The eave of the page: its lambrequin is the course's progress. */
function LessonHead({ course, number }: { readonly course: CourseDetail; readonly number: number }) {
  const { t, language } = usePage()
  const place = t("lesson.place", { number, count: course.lessons.length })
  return (
    <div className="lesson-bar">
      <div className="lesson-bar-row">
        <PageLink to={`/learn/${course.slug}`} className="lesson-back">
          <Icon name="right" />
          <span lang={course.language}>{course.title}</span>
        </PageLink>
        <span className="lesson-place">{place}</span>
        <Island
          of={LessonBar}
          when="interaction"
          props={{
            texts: pick(t, LESSON_BAR_TEXTS),
            language,
            courseTitle: course.title,
            lessonIds: course.lessons.map(({ id }) => id),
          }}
        />
      </div>
    </div>
  )
}

function Facts({ lesson, kind }: { readonly lesson: Lesson; readonly kind: CourseLesson["kind"] | undefined }) {
  const { t, language } = usePage()
  const count = exerciseIdsOf(lesson).length
  return (
    <ul className="lesson-facts">
      <li>
        <StaticIcon name="clock" />
        {t("lesson.minutes", { minutes: lesson.minutes })}
      </li>
      <li>
        <StaticIcon name={kind === "code" ? "code" : "text"} />
        {t(kind === "code" ? "lesson.code" : "lesson.text")}
      </li>
      {count > 0 && (
        <li>
          <Icon name="check" />
          {t(EXERCISES[pluralOf(language, count)], { count })}
        </li>
      )}
    </ul>
  )
}

function exerciseIdsOf({ blocks }: Lesson): string[] {
  return blocks.flatMap((block) => (block.kind === "exercise" ? block.exercise.id : []))
}

function unknownLesson({ slug }: Lesson): never {
  throw new Error(`the course has no lesson ${slug}`)
}
