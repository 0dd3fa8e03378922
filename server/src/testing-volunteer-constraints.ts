import { v7 } from "uuid"
import { volunteerApplications } from "#features/volunteers/table.ts"
import { length, page, range, sha256, words } from "#platform/db/testing-violations.ts"
import type { Case } from "#testing-appointment-constraints.ts"

export const APPLICATION = {
  role: "mentor",
  firstName: "Ada",
  lastName: "L",
  email: "ada@example.org",
  motivation: "I like it.",
} as const

const DIGEST = "a".repeat(64)
const isOver = (status: string) => status === "alumni" || status === "declined"
const STATUSES = ["new", "interview", "screening", "training", "active", "paused", "alumni", "declined"]

export const APPLICATION_CHECKS: Readonly<Record<string, Case>> = {
  volunteer_applications_role_known: [volunteerApplications, "role", ...words("volunteer", "mentor", "ambassador")],
  volunteer_applications_first_name_length: [volunteerApplications, "firstName", ...length(1, 50)],
  volunteer_applications_last_name_length: [volunteerApplications, "lastName", ...length(1, 50)],
  volunteer_applications_email_length: [volunteerApplications, "email", ...length(1, 254)],
  volunteer_applications_phone_length: [volunteerApplications, "phone", ...length(0, 40)],
  volunteer_applications_country_length: [volunteerApplications, "country", ...length(0, 100)],
  volunteer_applications_languages_length: [volunteerApplications, "languages", ...length(0, 200)],
  volunteer_applications_skills_length: [volunteerApplications, "skills", ...length(0, 500)],
  volunteer_applications_availability_length: [volunteerApplications, "availability", ...length(0, 300)],
  volunteer_applications_linkedin_url_address: [volunteerApplications, "linkedinUrl", ...page()],
  volunteer_applications_website_url_address: [volunteerApplications, "websiteUrl", ...page()],
  volunteer_applications_motivation_length: [volunteerApplications, "motivation", ...length(10, 1000)],
  volunteer_applications_experience_length: [volunteerApplications, "experience", ...length(0, 1000)],
  volunteer_applications_referral_length: [volunteerApplications, "referral", ...length(0, 200)],
  volunteer_applications_status_known: [volunteerApplications, "status", ...words(...STATUSES)],
  volunteer_applications_language_known: [volunteerApplications, "language", ...words("en", "fr", "ht", "es")],
  volunteer_applications_digest_hashed: [volunteerApplications, "digest", ...sha256()],
  volunteer_applications_next_step_length: [volunteerApplications, "nextStep", ...length(1, 200)],
  volunteer_applications_next_step_dated: [volunteerApplications, "nextStepOn", [null], ["2027-01-01"]],
  volunteer_applications_next_step_planned: [
    volunteerApplications,
    "status",
    STATUSES.filter((status) => !isOver(status)),
    STATUSES.filter(isOver),
    { nextStep: null, nextStepOn: null },
  ],
  volunteer_applications_version_range: [volunteerApplications, "version", ...range(1)],
}

const OPEN = { ...APPLICATION, status: "training" }

export const applicationCases = {
  unique: (member: string) => ({
    volunteer_applications_digest_unique: [
      volunteerApplications,
      { ...APPLICATION, digest: DIGEST },
      {},
      { digest: "b".repeat(64) },
    ] as const,
    volunteer_applications_open_unique: [
      volunteerApplications,
      { ...OPEN, userId: member },
      { status: "new" },
      { status: "declined" },
    ] as const,
  }),
  foreignKeys: {
    volunteer_applications_assigned_admin_users_id_fkey: [
      volunteerApplications,
      { ...APPLICATION, assignedAdmin: v7() },
    ] as const,
    volunteer_applications_user_id_users_id_fkey: [volunteerApplications, { ...APPLICATION, userId: v7() }] as const,
  },
}
