import { APPLICATION_RETENTION_MONTHS, SCREENING_RETENTION_MONTHS } from "@haitech/contract/admin/volunteers"
import type { Deps } from "#deps.ts"
import { deleteApplicationsBefore, deleteApplicationsUnchangedSince } from "#features/volunteers/queries/admin.ts"
import { deleteStepsEndedBefore } from "#features/volunteers/queries/screening.ts"
import { monthsBefore } from "#features/volunteers/rules.ts"

type SweepDeps = Pick<Deps, "db" | "now">

/** Deletes the applications of people who were declined, have left, or were forgotten, long ago. */
export async function sweepApplications({ db, now }: SweepDeps): Promise<void> {
  const { underWay, ...ended } = APPLICATION_RETENTION_MONTHS
  for (const status of ["declined", "alumni"] as const)
    await deleteApplicationsBefore(db, status, monthsBefore(now(), ended[status]))
  await deleteApplicationsUnchangedSince(db, monthsBefore(now(), underWay))
}

/** Deletes the steps of people of whom no step counts since long ago. */
export async function sweepScreenings({ db, now }: SweepDeps): Promise<void> {
  await deleteStepsEndedBefore(db, monthsBefore(now(), SCREENING_RETENTION_MONTHS))
}
