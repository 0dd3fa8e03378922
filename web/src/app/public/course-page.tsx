import type { CourseDetail, CourseLesson } from "@haitech/contract/courses"
import { NAME_LENGTH } from "@haitech/contract/text"
import { COURSE_CERTIFICATE_TEXTS, CourseCertificate } from "#features/learning/certificates/course-certificate.tsx"
import { CourseFacts, courseTopic } from "#features/learning/course-facts.tsx"
import { CourseLearners } from "#features/learning/course-learners.tsx"
import { COURSE_PROGRESS_TEXTS, CourseProgress } from "#features/learning/course-progress.tsx"
import { LessonMark } from "#features/learning/lesson-mark.tsx"
import { SAVE_COURSE_TEXTS, SaveCourse } from "#features/learning/saved/save-course.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { Markdown } from "#platform/page/markdown.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { PageHero } from "#ui/page-hero.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"
import { SiteLayout } from "./layout.tsx"

/** One course: its lessons in their parts, and where the reader is. Nothing is locked. */
export function CoursePage() {
  const { t, language, course } = usePage()
  if (!course) throw new Error("the page of a course without a course")
  return (
    <SiteLayout>
      <PageHero
        title={course.title}
        lead={course.description ?? ""}
        lang={course.language}
        pill={courseTopic(t, course)}
      >
        <div className="course-head">
          <CourseFacts course={course} />
          <Island
            of={CourseProgress}
            when="interaction"
            props={{
              texts: pick(t, COURSE_PROGRESS_TEXTS),
              courseId: course.id,
              lessons: course.lessons.map(({ id, slug }) => ({
                id,
                href: address(language, `/learn/${course.slug}/${slug}`),
              })),
            }}
          />
        </div>
      </PageHero>
      <div className="course-columns wrap">
        <div>
          {course.language !== language && (
            <p className="lesson-other">{t("lesson.other_language", { language: t(`language.${course.language}`) })}</p>
          )}
          <p className="course-open">
            <Icon name="check" />
            {t("course.open")}
          </p>
          {course.parts.map((part, at) => (
            <Part key={part} course={course} title={part} number={at + 1} />
          ))}
        </div>
        <CourseAside course={course} />
      </div>
    </SiteLayout>
  )
}

function CourseAside({ course }: { readonly course: CourseDetail }) {
  const { t, language, learnersThisWeek } = usePage()
  return (
    <aside>
      <section className="card" aria-labelledby="about-title">
        <h2 id="about-title">{t("course.about")}</h2>
        <div className="prose" lang={course.language}>
          <Markdown text={course.about} />
        </div>
      </section>
      <SaveCard course={course} />
      <section id="certificate" className="card course-certificate" aria-labelledby="certificate-title">
        <h2 id="certificate-title">
          <StaticIcon name="award" />
          {t("certificate.yours")}
        </h2>
        <Island
          of={CourseCertificate}
          when="interaction"
          props={{
            texts: pick(t, COURSE_CERTIFICATE_TEXTS),
            language,
            courseId: course.id,
            courseTitle: course.title,
            courseLanguage: course.language,
            lessonIds: course.lessons.map(({ id }) => id),
            nameLength: NAME_LENGTH,
            login: address(language, "/login"),
          }}
        />
      </section>
      {learnersThisWeek !== undefined && <CourseLearners count={learnersThisWeek} />}
    </aside>
  )
}

function SaveCard({ course }: { readonly course: CourseDetail }) {
  const { t, language } = usePage()
  const page = address(language, `/learn/${course.slug}`)
  return (
    <section className="card" aria-labelledby="save-title" data-needs-script="">
      <h2 id="save-title">
        <StaticIcon name="download" />
        {t("saved.title")}
      </h2>
      <Island
        of={SaveCourse}
        when="interaction"
        props={{
          texts: pick(t, SAVE_COURSE_TEXTS),
          language,
          course: { page, title: course.title, titleLanguage: course.language },
          lessons: course.lessons.map(({ slug }) => `${page}/${slug}`),
          savedPage: address(language, "/saved"),
        }}
      />
    </section>
  )
}

interface PartProps {
  readonly course: CourseDetail
  readonly title: string
  readonly number: number
}

function Part({ course, title, number }: PartProps) {
  const { t } = usePage()
  const lessons = course.lessons.filter(({ part }) => part === number)
  if (lessons.length === 0) return null
  const minutes = lessons.reduce((sum, { duration }) => sum + duration, 0)
  return (
    <section className="course-part" aria-labelledby={`part-${number}`}>
      <h2 id={`part-${number}`}>
        <span lang={course.language}>{title}</span>
        <small>{t("lesson.minutes", { minutes })}</small>
      </h2>
      <ol className="card">
        {lessons.map((lesson) => (
          <LessonRow key={lesson.id} course={course} lesson={lesson} />
        ))}
      </ol>
    </section>
  )
}

function LessonRow({ course, lesson }: { readonly course: CourseDetail; readonly lesson: CourseLesson }) {
  const { t } = usePage()
  return (
    <li data-lesson-id={lesson.id}>
      <PageLink to={`/learn/${course.slug}/${lesson.slug}`}>
        <LessonMark />
        <span className="course-lesson">
          <b lang={lesson.language}>
            {course.lessons.indexOf(lesson) + 1}. {lesson.title}
          </b>
          <small>
            <span className="course-done">{t("course.done")}</span>
            <span className="course-next">{t("course.next")}</span>
            <span>{t(lesson.kind === "code" ? "lesson.code" : "lesson.text")}</span>
            <span>{t("lesson.minutes", { minutes: lesson.duration })}</span>
            <span className="course-saved">{t("saved.lesson")}</span>
          </small>
        </span>
        <Icon name="right" />
      </PageLink>
    </li>
  )
}
