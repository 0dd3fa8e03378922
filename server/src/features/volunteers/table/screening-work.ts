import { type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots, mayBeTutor, tutors } from "#features/appointments/table/slots.ts"
import { appointments, startColumn } from "#features/appointments/table.ts"
import { displayName, studyGroups } from "#features/groups/table.ts"
import { screenings } from "#features/volunteers/table.ts"

/** Of a row of `users`; null without a screening. */
export const SCREENED_UNTIL = sql`(select ${screenings.screenedUntil} from ${screenings}
  where ${screenings.userId} = ${users.id})`

/** What a tutor or mentor has to do, of a row of `users`. */
export function workOf(at: Date) {
  const now = sql`${at.toISOString()}::timestamptz`
  return {
    hours: sql`from ${availableTimeSlots} where ${availableTimeSlots.tutorId} = ${users.id}
      and ${availableTimeSlots.isAvailable} and ${availableTimeSlots.startsAt} > ${now}`,
    /** Those that are not covered by the screening, and all of them without the role. */
    sessions: sql`from ${appointments} where ${appointments.tutorId} = ${users.id}
      and ${appointments.status} in ('pending', 'approved')
      and ${appointments.endsAt} > greatest(${now}, case when ${mayBeTutor} then ${SCREENED_UNTIL} end)`,
    groups: sql`from ${studyGroups} where ${studyGroups.mentorId} = ${users.id} and ${studyGroups.closedAt} is null`,
  }
}

/** Every tutor, and every mentor of an open group: few of the users. */
export const isTutorOrMentor = sql`${users.id} in (select ${tutors.userId} from ${tutors}
  union select ${studyGroups.mentorId} from ${studyGroups} where ${studyGroups.closedAt} is null)`

/** Whether a row of `users` has hours, sessions or a group, and no valid screening or no role for them. */
export function worksUnscreened(at: Date): SQL {
  const { hours, sessions, groups } = workOf(at)
  return sql`(${isTutorOrMentor} and (not ${mayBeTutor} or coalesce(${SCREENED_UNTIL} < ${at.toISOString()}, true))
    and (exists (select ${hours}) or exists (select ${sessions}) or exists (select ${groups})))`
}

/** The columns of what waits for an administrator. `startsAt` is that of the first session to give to somebody else. */
export function waitingScreenings(at: Date): SQL {
  const { sessions } = workOf(at)
  return sql`
    (select ${users.id}, 'screening', ${displayName(users)},
      case when not ${mayBeTutor} then 'inactive' when ${SCREENED_UNTIL} is null then 'missing' else 'lapsed' end, null, null,
      (select min(${startColumn(appointments)}) ${sessions}), true, 1,
      case when ${mayBeTutor} then coalesce(${SCREENED_UNTIL}, (select ${tutors.createdAt} from ${tutors}
        where ${tutors.userId} = ${users.id}), ${users.createdAt}) else ${users.updatedAt} end, ${users}.search
    from ${users} where ${worksUnscreened(at)})`
}
