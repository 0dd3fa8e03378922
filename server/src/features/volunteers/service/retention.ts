import type { Deps } from "#deps.ts"
import {
  countForgottenApplications,
  countFormerVolunteers,
  deleteForgottenApplications,
  deleteFormerVolunteers,
} from "#features/volunteers/queries/retention.ts"
import { countStepsEndedBefore, deleteStepsEndedBefore } from "#features/volunteers/queries/screening.ts"
import { cutoffOf } from "#platform/retention/periods.ts"

type SweepDeps = Pick<Deps, "db" | "now">

/** Deletes the applications of people who were declined, have left, or were forgotten, long ago. */
export async function sweepApplications(deps: SweepDeps): Promise<void> {
  await deleteForgottenApplications(deps.db, await cutoffOf(deps, "applications"))
  await deleteFormerVolunteers(deps.db, await cutoffOf(deps, "former_volunteers"))
}

/** Deletes the steps of people of whom no step counts since long ago. */
export async function sweepScreenings(deps: SweepDeps): Promise<void> {
  await deleteStepsEndedBefore(deps.db, await cutoffOf(deps, "screenings"))
}

export const countVolunteerData = {
  applications: countForgottenApplications,
  former_volunteers: countFormerVolunteers,
  screenings: countStepsEndedBefore,
}
