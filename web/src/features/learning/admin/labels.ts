import type { TEXT_STATES } from "@haitech/contract/admin/learning"
import type { CourseCategory } from "@haitech/contract/courses"
import type { LearningAdminText } from "#platform/app/app.tsx"
import type { ChipTone } from "#ui/chip.tsx"

export const TEXT_STATE_TEXTS = {
  missing: { text: "admin.text_missing", tone: "bad" },
  outdated: { text: "admin.text_outdated", tone: "wait" },
  ready: { text: "admin.text_ready", tone: "good" },
} as const satisfies Readonly<
  Record<(typeof TEXT_STATES)[number], { readonly text: LearningAdminText; readonly tone: ChipTone }>
>

export const CATEGORY_TEXTS = {
  coding: "course.coding",
  languages: "course.languages",
  cares: "course.cares",
} as const satisfies Readonly<Record<CourseCategory, LearningAdminText>>

export const LEVEL_TEXTS = {
  beginner: "course.beginner",
  intermediate: "course.intermediate",
} as const satisfies Readonly<Record<string, LearningAdminText>>
