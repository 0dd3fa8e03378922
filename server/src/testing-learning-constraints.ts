import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { certificates } from "#features/learning/table/certificates.ts"
import { exerciseResults, learningEvents } from "#features/learning/table/events.ts"
import { helpRequests } from "#features/learning/table/help.ts"
import { courseTexts, lessonDrafts, lessonTexts } from "#features/learning/table/texts.ts"
import {
  achievements,
  courses,
  lessons,
  userAchievements,
  userCourseProgress,
  userLessonProgress,
} from "#features/learning/table.ts"
import { file, length, range, required, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

interface Ids {
  readonly user: string
  readonly course: string
  readonly lesson: string
  readonly achievement: string
}

const later = new Date("2027-01-01T14:00:00Z")
const slug = [
  ["", "Go", "a b", "-a", "a-", "a--b", "é", "a".repeat(61)],
  ["a", "go-2", "a".repeat(60)],
] as const
const inLanguage = words("en", "fr", "ht", "es")
const text = { language: "fr", title: "Go", version: "1" }

const COURSE_TEXT = { ...text, description: "", parts: ["One"], about: "" } as const
const LESSON_TEXT = { ...text, goal: "", minutes: 8, content: "", blocks: [] } as const
const LESSON_DRAFT = { language: "fr", content: "Go", version: v7() } as const
export const HELP = { language: "fr", question: "Why?", tries: [] } as const
export const CERTIFICATE = {
  code: "0123456789AB",
  name: "Ada",
  courseTitle: "Go",
  courseTitleEn: "Go",
  lessonCount: 1,
  hours: 1,
  language: "fr",
  completedAt: later,
} as const

export function learningRows({ user, course, lesson, achievement }: Ids): readonly (readonly [PgTable, Row, Row])[] {
  const inLesson = { userId: user, lessonId: lesson, courseId: course }
  return [
    [courses, { title: "Go", category: "coding" }, { difficulty: "beginner", estimatedHours: 0, isPublished: true }],
    [lessons, { courseId: course, title: "Lists" }, { order: 0, duration: 0 }],
    [userCourseProgress, { userId: user, courseId: course }, { progressPercentage: 0, completedAt: null }],
    [userLessonProgress, inLesson, { watchTime: 0, isCompleted: false }],
    [achievements, { title: "First Steps", condition: "lessons", conditionValue: 1 }, {}],
    [userAchievements, { userId: user, achievementId: achievement }, {}],
    [courseTexts, { ...COURSE_TEXT, courseId: course }, { sourceVersion: null, shippedVersion: null }],
    [lessonTexts, { ...LESSON_TEXT, lessonId: lesson }, { sourceVersion: null, shippedVersion: null }],
    [lessonDrafts, { ...LESSON_DRAFT, lessonId: lesson }, { baseVersion: null }],
    [
      learningEvents,
      { ...inLesson, id: v7(), kind: "lesson.read", occurredAt: later },
      { isReview: false, seconds: 0, exerciseId: null, isCorrect: null, position: null, language: null },
    ],
    [
      exerciseResults,
      { ...inLesson, exerciseId: "first" },
      { tries: 0, isCorrect: false, isFirstTryCorrect: false, isProgram: false, dueAt: null, card: null },
    ],
    [certificates, { ...CERTIFICATE, userId: user, courseId: course }, { revokedAt: null, revokedReason: null }],
    [helpRequests, { ...HELP, ...inLesson, id: v7() }, { exerciseId: null, messageId: null, resolvedAt: null }],
  ]
}

export const LEARNING_CHECKS: Record<string, Case> = {
  courses_title_required: [courses, "title", ...required()],
  courses_description_length: [courses, "description", ...length(0, 2000)],
  courses_category_known: [courses, "category", ...words("coding", "languages", "cares")],
  courses_difficulty_required: [courses, "difficulty", ...required()],
  courses_estimated_hours_range: [courses, "estimatedHours", ...range(0)],
  courses_image_url_address: [courses, "imageUrl", ...file()],
  lessons_title_required: [lessons, "title", ...required()],
  lessons_video_url_address: [lessons, "videoUrl", ...file()],
  lessons_duration_range: [lessons, "duration", ...range(0)],
  user_course_progress_progress_percentage_range: [userCourseProgress, "progressPercentage", ...range(0, 100)],
  user_lesson_progress_watch_time_range: [userLessonProgress, "watchTime", ...range(0)],
  user_lesson_progress_completed: [userLessonProgress, "isCompleted", [true], [false]],
  achievements_title_required: [achievements, "title", ...required()],
  achievements_description_length: [achievements, "description", ...length(0, 2000)],
  achievements_icon_url_address: [achievements, "iconUrl", ...file()],
  achievements_condition_required: [achievements, "condition", ...required()],
  achievements_condition_value_range: [achievements, "conditionValue", ...range(0)],
  courses_slug_known: [courses, "slug", ...slug],
  courses_position_range: [courses, "position", ...range(0)],
  lessons_slug_known: [lessons, "slug", ...slug],
  lessons_part_range: [lessons, "part", ...range(1)],
  lessons_kind_known: [lessons, "kind", ...words("text", "code")],
  user_lesson_progress_position_length: [userLessonProgress, "position", ...length(1, 60)],
  course_texts_language_known: [courseTexts, "language", ...inLanguage],
  course_texts_title_length: [courseTexts, "title", ...length(1, 100)],
  course_texts_description_length: [courseTexts, "description", ...length(0, 300)],
  course_texts_version_required: [courseTexts, "version", ...required()],
  lesson_texts_language_known: [lessonTexts, "language", ...inLanguage],
  lesson_texts_title_length: [lessonTexts, "title", ...length(1, 100)],
  lesson_texts_goal_length: [lessonTexts, "goal", ...length(0, 300)],
  lesson_texts_minutes_range: [lessonTexts, "minutes", ...range(1, 60)],
  lesson_drafts_language_known: [lessonDrafts, "language", ...inLanguage],
  lesson_drafts_content_length: [lessonDrafts, "content", ...length(1, 60_001)],
  lesson_texts_version_required: [lessonTexts, "version", ...required()],
  learning_events_kind_known: [learningEvents, "kind", ["", "lesson.left"], ["lesson.read", "lesson.completed"]],
  learning_events_language_known: [learningEvents, "language", ...inLanguage],
  learning_events_exercise_id_length: [
    learningEvents,
    "exerciseId",
    ...length(1, 60),
    { kind: "exercise.answered", isCorrect: true },
  ],
  learning_events_position_length: [learningEvents, "position", ...length(1, 60)],
  learning_events_seconds_range: [learningEvents, "seconds", ...range(0, 14_400)],
  learning_events_answer: [
    learningEvents,
    "isCorrect",
    [null],
    [true, false],
    { kind: "exercise.answered", exerciseId: "first" },
  ],
  exercise_results_exercise_id_length: [exerciseResults, "exerciseId", ...length(1, 60)],
  exercise_results_tries_range: [exerciseResults, "tries", ...range(0)],
  certificates_code_known: [
    certificates,
    "code",
    ["", "0123456789A", "0123456789ABC", "0123456789ab"],
    ["0123456789AB", "ZZZZZZZZZZZZ"],
  ],
  certificates_name_length: [certificates, "name", ...length(1, 100)],
  certificates_course_title_length: [certificates, "courseTitle", ...length(1, 100)],
  certificates_course_title_en_length: [certificates, "courseTitleEn", ...length(1, 100)],
  certificates_lesson_count_range: [certificates, "lessonCount", ...range(1)],
  certificates_hours_range: [certificates, "hours", ...range(1)],
  certificates_language_known: [certificates, "language", ...inLanguage],
  certificates_revoked_reason_length: [certificates, "revokedReason", ...length(1, 500), { revokedAt: later }],
  certificates_revoked: [certificates, "revokedReason", [null], ["é"], { revokedAt: later }],
  help_requests_exercise_id_length: [helpRequests, "exerciseId", ...length(1, 60)],
  help_requests_language_known: [helpRequests, "language", ...inLanguage],
  help_requests_question_length: [helpRequests, "question", ...length(1, 1000)],
}

interface CaseIds extends Ids {
  readonly otherUser: string
  readonly otherCourse: string
  readonly otherLesson: string
}

/** For each unique index a row, a change that violates it and one that does not; for each foreign key a row without its target. */
export function learningCases(ids: CaseIds) {
  return { unique: uniqueCases(ids), foreignKeys: foreignKeyCases(ids) }
}

const OTHER_CODE = "000000000000"

function uniqueCases({ user, otherUser, course, otherCourse, lesson, otherLesson, achievement }: CaseIds) {
  const progress = { userId: user, lessonId: lesson, courseId: course }
  const certificate = { ...CERTIFICATE, userId: user, courseId: course }
  const unique: Record<string, readonly [PgTable, Row, Row, Row]> = {
    courses_slug_unique: [courses, { title: "Go", category: "coding", slug: "go" }, {}, { slug: "go-2" }],
    lessons_slug_unique: [lessons, { courseId: course, title: "Go", slug: "go" }, {}, { courseId: otherCourse }],
    achievements_code_unique: [
      achievements,
      { code: "go", title: "Go", condition: "lessons", conditionValue: 1 },
      {},
      { code: "go_2" },
    ],
    certificates_code_unique: [
      certificates,
      certificate,
      { userId: otherUser },
      { userId: otherUser, code: OTHER_CODE },
    ],
    certificates_once: [certificates, certificate, { code: OTHER_CODE }, { code: OTHER_CODE, courseId: otherCourse }],
    user_course_progress_once: [userCourseProgress, { userId: user, courseId: course }, {}, { userId: otherUser }],
    user_lesson_progress_once: [userLessonProgress, progress, {}, { lessonId: otherLesson, courseId: otherCourse }],
    user_achievements_once: [userAchievements, { userId: user, achievementId: achievement }, {}, { userId: otherUser }],
  }
  return unique
}

function foreignKeyCases({ user, course, otherCourse, lesson, achievement }: CaseIds) {
  const missing = v7()
  const progress = { userId: user, lessonId: lesson, courseId: course }
  const certificate = { ...CERTIFICATE, userId: user, courseId: course }
  const event = { ...progress, id: v7(), kind: "lesson.read", occurredAt: later }
  const result = { ...progress, exerciseId: "first" }
  const help = { ...progress, ...HELP, id: v7() }
  const foreignKeys: Record<string, readonly [PgTable, Row]> = {
    lessons_course_id_courses_id_fkey: [lessons, { courseId: missing, title: "Loops" }],
    user_achievements_user_id_users_id_fkey: [userAchievements, { userId: missing, achievementId: achievement }],
    user_achievements_achievement_id_achievements_id_fkey: [userAchievements, { userId: user, achievementId: missing }],
    user_course_progress_user_id_users_id_fkey: [userCourseProgress, { userId: missing, courseId: course }],
    user_course_progress_course_id_courses_id_fkey: [userCourseProgress, { userId: user, courseId: missing }],
    user_lesson_progress_user_id_users_id_fkey: [userLessonProgress, { ...progress, userId: missing }],
    user_lesson_progress_lesson_fkey: [userLessonProgress, { ...progress, courseId: otherCourse }],
    course_texts_course_id_courses_id_fkey: [courseTexts, { ...COURSE_TEXT, courseId: missing }],
    lesson_texts_lesson_id_lessons_id_fkey: [lessonTexts, { ...LESSON_TEXT, lessonId: missing }],
    lesson_drafts_lesson_id_lessons_id_fkey: [lessonDrafts, { ...LESSON_DRAFT, lessonId: missing }],
    learning_events_user_id_users_id_fkey: [learningEvents, { ...event, userId: missing }],
    learning_events_lesson_fkey: [learningEvents, { ...event, courseId: otherCourse }],
    exercise_results_user_id_users_id_fkey: [exerciseResults, { ...result, userId: missing }],
    exercise_results_lesson_fkey: [exerciseResults, { ...result, courseId: otherCourse }],
    certificates_user_id_users_id_fkey: [certificates, { ...certificate, userId: missing }],
    certificates_course_id_courses_id_fkey: [certificates, { ...certificate, courseId: missing }],
    help_requests_user_id_users_id_fkey: [helpRequests, { ...help, userId: missing }],
    help_requests_lesson_fkey: [helpRequests, { ...help, courseId: otherCourse }],
    help_requests_message_id_chat_messages_id_fkey: [helpRequests, { ...help, messageId: missing }],
  }
  return foreignKeys
}
