import * as z from "zod/mini"
import { APPOINTMENT_SUBJECTS } from "#appointments.ts"
import { UserId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { openEnum } from "#lists.ts"
import { route } from "#route.ts"
import { Day } from "#slots.ts"
import { meetingAddress } from "#text.ts"
import { Instant, TimeZone } from "#time.ts"

export const NOTICE_HOURS = { default: 12, max: 336 } as const
export const WEEKLY_LIMIT_MAX = 60

function knownSet<const Known extends readonly [string, ...string[]]>(known: Known) {
  const values = z.array(z.enum(known, "invalid"), "invalid").check(z.maxLength(known.length, "invalid"))
  return z.pipe(
    values,
    z.transform((input) => known.filter((value) => input.includes(value)) as Known[number][]),
  )
}

/** `weeklyLimit` counts a tutor's sessions from Monday to Sunday in the tutor's zone; null is without limit. */
const tutorFields = {
  timeZone: TimeZone,
  weeklyLimit: z.nullable(
    z
      .int("weekly_limit.invalid")
      .check(z.minimum(1, "weekly_limit.invalid"), z.maximum(WEEKLY_LIMIT_MAX, "weekly_limit.invalid")),
  ),
  noticeHours: z
    .int("notice.invalid")
    .check(z.minimum(0, "notice.invalid"), z.maximum(NOTICE_HOURS.max, "notice.invalid")),
  meetingUrl: meetingAddress(),
  pausedFrom: z.nullable(Day),
  pausedUntil: z.nullable(Day),
  languages: z.optional(knownSet(LANGUAGES)),
  subjects: z.optional(knownSet(APPOINTMENT_SUBJECTS)),
}

/** Empty while nobody has said; without them in a request they stay as they are. */
const skills = { languages: z.array(z.enum(LANGUAGES)), subjects: z.array(openEnum(APPOINTMENT_SUBJECTS)) }

export const Tutor = z.object({
  userId: UserId,
  name: z.string(),
  ...tutorFields,
  ...skills,
  screenedUntil: z.nullable(Instant),
})
export type Tutor = z.output<typeof Tutor>

export const listTutors = route({
  method: "GET",
  path: "/api/admin/tutors",
  access: "admin",
  reply: z.array(Tutor),
})

/** Without a first day there is no pause; without a last one it has no end. */
export const TutorSettings = z.strictObject(tutorFields).check(
  z.refine(({ pausedFrom, pausedUntil }) => pausedUntil === null || pausedFrom !== null, {
    error: "date.required",
    path: ["pausedFrom"],
  }),
  z.refine(({ pausedFrom, pausedUntil }) => !pausedFrom || !pausedUntil || pausedUntil >= pausedFrom, {
    error: "date.too_early",
    path: ["pausedUntil"],
  }),
)
export type TutorSettings = z.output<typeof TutorSettings>

export const saveTutor = route({
  method: "PUT",
  path: "/api/admin/tutors/:userId",
  access: "admin",
  params: z.object({ userId: UserId }),
  body: TutorSettings,
  reply: Tutor,
})
