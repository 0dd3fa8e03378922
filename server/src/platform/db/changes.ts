/** A trigger of each of these tables notifies the channel `changes` of every statement that may have changed rows. */
export const WATCHED_TABLES = [
  "appointments",
  "assets",
  "available_time_slots",
  "blog_posts",
  "closed_days",
  "course_texts",
  "courses",
  "lesson_texts",
  "lessons",
  "opening_hours",
  "retention_periods",
  "team_members",
  "testimonials",
  "tutors",
] as const

export type WatchedTable = (typeof WATCHED_TABLES)[number]

export const CHANGES_CHANNEL = "changes"
