import type { MessageKey } from "#platform/i18n/texts.ts"

/** The browser loads them as a fragment with the matches of a session. */
export const MATCHING_TEXTS = [
  "admin.match_accepted",
  "admin.match_asked",
  "admin.match_below_limit",
  "admin.match_declined",
  "admin.match_free",
  "admin.match_has_declined",
  "admin.match_incomplete_one",
  "admin.match_incomplete_other",
  "admin.match_language",
  "admin.match_list",
  "admin.match_none",
  "admin.match_open_hour",
  "admin.match_proposed",
  "admin.match_proposed_title",
  "admin.match_propose",
  "admin.match_session_type",
  "admin.match_subject",
  "admin.match_title",
  "admin.match_tutors",
  "admin.match_week",
] as const satisfies readonly MessageKey[]
