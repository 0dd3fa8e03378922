import { OPEN_STATUSES } from "@haitech/contract/volunteers"
import { and, eq, inArray, lt, or } from "drizzle-orm"
import { volunteerApplications } from "#features/volunteers/table.ts"
import type { Db } from "#platform/db/client.ts"

const { status, statusChangedAt, updatedAt } = volunteerApplications

export async function deleteForgottenApplications(db: Db, before: Date): Promise<void> {
  await db.delete(volunteerApplications).where(isForgotten(before))
}

export async function countForgottenApplications(db: Db, before: Date): Promise<number> {
  return db.$count(volunteerApplications, isForgotten(before))
}

export async function deleteFormerVolunteers(db: Db, before: Date): Promise<void> {
  await db.delete(volunteerApplications).where(hasLeft(before))
}

export async function countFormerVolunteers(db: Db, before: Date): Promise<number> {
  return db.$count(volunteerApplications, hasLeft(before))
}

/** Declined, or open and unchanged since then. */
function isForgotten(before: Date) {
  const isDeclined = and(eq(status, "declined"), lt(statusChangedAt, before))
  return or(isDeclined, and(inArray(status, [...OPEN_STATUSES]), lt(updatedAt, before)))
}

function hasLeft(before: Date) {
  return and(eq(status, "alumni"), lt(statusChangedAt, before))
}
