import {
  changeCourse,
  changeLesson,
  deleteLessonDraft,
  listCourseRecords,
  previewLesson,
  publishLessonDraft,
  readCourseRecord,
  readLessonText,
  saveLessonDraft,
} from "@haitech/contract/admin/learning"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  type CourseFigures,
  countCourses,
  countLessons,
  findCourseRow,
  lessonRows,
  lessonTextStates,
  paginateCourses,
} from "#features/learning/queries/admin.ts"
import type { StoredText } from "#features/learning/queries/texts.ts"
import { publishCourse, publishLesson } from "#features/learning/service/publication.ts"
import {
  discardDraft,
  findLessonText,
  previewText,
  publishDraft,
  saveLessonDraft as saveDraft,
} from "#features/learning/service/texts.ts"
import type { CourseRow } from "#features/learning/table.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

export const adminRoutes = (deps: Deps) => [
  handleStaleRead(listCourseRecords, async ({ query, db }) => {
    const page = await paginateCourses(db, query)
    const figures = await countCourses(
      db,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((row) => presentCourse(row, figures.get(row.id))) }
  }),
  handle(readCourseRecord, async ({ params }) => {
    const course = await findCourseRow(deps.db, params.id)
    if (!course) throw new Problem("course.unknown")
    const figures = await countCourses(deps.db, [course.id])
    return { ...presentCourse(course, figures.get(course.id)), lessons: await lessonRecords(deps, course.id) }
  }),
  handle(changeCourse, async ({ actor, params, body }) => {
    await publishCourse(deps, actor, params.id, body)
    return { ...params, ...body }
  }),
  handle(changeLesson, async ({ actor, params, body }) => {
    await publishLesson(deps, actor, params.id, body)
    return { ...params, ...body }
  }),
  handle(readLessonText, async ({ params }) => presentText(await findLessonText(deps, params), params.language)),
  handle(saveLessonDraft, async ({ params, body }) =>
    presentText(await saveDraft(deps, params, body), params.language),
  ),
  handle(deleteLessonDraft, async ({ actor, params, query }) =>
    presentText(await discardDraft(deps, actor, params, query), params.language),
  ),
  handle(publishLessonDraft, async ({ actor, params, body }) =>
    presentText(await publishDraft(deps, actor, params, body), params.language),
  ),
  handle(previewLesson, async ({ body }) => {
    const { lesson, problem } = previewText(body.content)
    return { lesson: lesson && { ...lesson, blocks: [...lesson.blocks] }, problem }
  }),
]

const NO_FIGURES: CourseFigures = { lessonCount: 0, learners: 0, completed: 0, coverage: [] }

function presentCourse(course: CourseRow, figures = NO_FIGURES) {
  return { ...course, ...figures, coverage: [...figures.coverage], updatedAt: course.updatedAt.toISOString() }
}

async function lessonRecords({ db }: Deps, courseId: string) {
  const [rows, states, figures] = await Promise.all([
    lessonRows(db, courseId),
    lessonTextStates(db, courseId),
    countLessons(db, courseId),
  ])
  return rows.map((row) => ({
    ...row,
    ...(figures.get(row.id) ?? { opened: 0, completed: 0, stops: [], hardest: null }),
    texts: states.filter(({ lessonId }) => lessonId === row.id),
  }))
}

function presentText({ lesson, course, english, own, draft }: StoredText, language: Language) {
  const isOutdated = language !== "en" && own?.sourceVersion !== english?.version
  return {
    lessonId: lesson.id,
    lessonTitle: lesson.title,
    lessonSlug: lesson.slug,
    courseId: course.id,
    courseSlug: course.slug,
    language,
    state: own ? (isOutdated ? "outdated" : "ready") : "missing",
    isEdited: own !== undefined && own.version !== own.shippedVersion,
    hasDraft: draft !== undefined,
    content: own?.content ?? null,
    version: own?.version ?? null,
    source: language === "en" ? null : (english?.content ?? null),
    updatedAt: own?.updatedAt.toISOString() ?? null,
    draft: draft
      ? {
          content: draft.content,
          version: draft.version,
          isOutdated: draft.baseVersion !== (own?.version ?? null),
          updatedAt: draft.updatedAt.toISOString(),
        }
      : null,
  }
}
