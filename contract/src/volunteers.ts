/** spec §5. The other roles are those of learners and of administrators. */
export const APPLICATION_ROLES = ["volunteer", "mentor", "ambassador"] as const

/** From the application to the end of the service, in this order; `declined` can follow each of the first four. */
export const APPLICATION_STATUSES = [
  "new",
  "interview",
  "screening",
  "training",
  "active",
  "paused",
  "alumni",
  "declined",
] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** spec §5. `motivation` has a minimum, too. */
export const APPLICATION_LENGTHS = {
  phone: 40,
  country: 100,
  languages: 200,
  skills: 500,
  availability: 300,
  url: 500,
  motivation: { min: 10, max: 1000 },
  experience: 1000,
  referral: 200,
} as const
