/** Triggers of these tables notify the channel `changes` of statements that may have changed rows; of `users`, the rights. */
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
  "screenings",
  "team_members",
  "testimonials",
  "tutors",
  "users",
] as const

export type WatchedTable = (typeof WATCHED_TABLES)[number]

export const CHANGES_CHANNEL = "changes"
