import * as z from "zod/mini"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

/** What an achievement counts. Titles and texts are messages: `achievement.<code>_title`, `achievement.<code>`. */
export const ACHIEVEMENTS = [
  { code: "first_steps", condition: "lessons_completed", value: 1, category: null },
  { code: "code_explorer", condition: "programs_passed", value: 3, category: "coding" },
  { code: "polyglot", condition: "languages_learned", value: 2, category: "languages" },
  { code: "ten_lessons", condition: "lessons_completed", value: 10, category: null },
  { code: "fifty_lessons", condition: "lessons_completed", value: 50, category: null },
  { code: "course_finished", condition: "courses_completed", value: 1, category: null },
  { code: "three_courses", condition: "courses_completed", value: 3, category: null },
  { code: "second_try", condition: "mistakes_mended", value: 5, category: null },
  { code: "good_memory", condition: "reviews_answered", value: 20, category: null },
  { code: "sharp_eye", condition: "exercises_solved", value: 25, category: null },
  { code: "steady_week", condition: "days_learned", value: 7, category: null },
  { code: "steady_month", condition: "days_learned", value: 30, category: null },
  { code: "all_round", condition: "categories_learned", value: 3, category: null },
  { code: "two_tongues", condition: "languages_read", value: 2, category: "languages" },
] as const
export type AchievementCode = (typeof ACHIEVEMENTS)[number]["code"]
export type AchievementCondition = (typeof ACHIEVEMENTS)[number]["condition"]

export const Achievement = z.object({
  id: z.uuid(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.nullable(z.string()),
  iconUrl: z.nullable(z.string()),
  value: z.int(),
  goal: z.int(),
  unlockedAt: z.nullable(Instant),
})
export type Achievement = z.output<typeof Achievement>

export const listAchievements = route({
  method: "GET",
  path: "/api/user/achievements",
  access: "member",
  reply: z.array(Achievement),
})
