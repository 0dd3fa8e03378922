import type { ApplicationStatus } from "@haitech/contract/volunteers"
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import {
  volunteerApplications as applications,
  nextStepSortKey,
  screenings,
  type VolunteerApplicationRow,
  type WaitingLimits,
  waitsForAdmin,
} from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate, streamRows } from "#platform/lists/paginate.ts"

type Sort = "newest" | "oldest" | "next_step"

const LIST: ListDefinition<typeof applications, Sort> = {
  table: applications,
  id: applications.id,
  sorts: {
    newest: { by: applications.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: applications.createdAt, type: "timestamptz", direction: "up" },
    next_step: { by: nextStepSortKey(applications), type: "integer", direction: "up" },
  },
  search: sql`${applications}.search`,
}

interface ApplicationFilters {
  readonly q?: string | undefined
  readonly role?: VolunteerApplicationRow["role"] | undefined
  readonly status?: ApplicationStatus | undefined
  readonly owner?: string | undefined
  readonly isWaiting?: boolean | undefined
}

interface ApplicationQuery extends ApplicationFilters {
  readonly sort: Sort
  readonly limit: number
  readonly cursor?: string | undefined
}

export function paginateApplications(db: Db, query: ApplicationQuery, limits: WaitingLimits) {
  return paginate(db, LIST, { ...query, filters: filtersOf(query, limits) })
}

export interface ExportedApplication {
  readonly row: VolunteerApplicationRow
  readonly owner: string | null
}

export async function* streamApplications(
  db: Db,
  query: ApplicationFilters,
  limits: WaitingLimits,
): AsyncGenerator<ExportedApplication> {
  const names = new Map<string, string | null>()
  for await (const row of streamRows(db, LIST, { q: query.q, sort: "newest", filters: filtersOf(query, limits) })) {
    const { assignedAdmin: id } = row
    if (id && !names.has(id)) names.set(id, (await peopleOf(db, [id])).get(id)?.name ?? null)
    yield { row, owner: (id && names.get(id)) ?? null }
  }
}

function filtersOf({ role, status, owner, isWaiting }: ApplicationFilters, limits: WaitingLimits) {
  const waits = waitsForAdmin(applications, limits)
  return [
    role && eq(applications.role, role),
    status && eq(applications.status, status),
    owner === "none" ? isNull(applications.assignedAdmin) : owner ? eq(applications.assignedAdmin, owner) : undefined,
    isWaiting === undefined ? undefined : isWaiting ? waits : sql`${waits} is not true`,
  ]
}

export async function findApplication(db: Db | Tx, id: string): Promise<VolunteerApplicationRow | undefined> {
  const [row] = await db.select().from(applications).where(eq(applications.id, id))
  return row
}

export async function lockApplication(tx: Tx, id: string): Promise<VolunteerApplicationRow | undefined> {
  const [row] = await tx.select().from(applications).where(eq(applications.id, id)).for("update")
  return row
}

export type ApplicationChanges = Partial<
  Pick<
    VolunteerApplicationRow,
    "status" | "assignedAdmin" | "adminNotes" | "nextStep" | "nextStepOn" | "statusChangedAt" | "userId" | "version"
  >
>

export async function updateApplication(
  tx: Tx,
  id: string,
  changes: ApplicationChanges,
): Promise<VolunteerApplicationRow> {
  const [row] = await tx.update(applications).set(changes).where(eq(applications.id, id)).returning()
  return row as VolunteerApplicationRow
}

export interface Person {
  readonly id: string
  readonly name: string
  readonly role: (typeof users.$inferSelect)["role"]
  readonly isOpen: boolean
  readonly isAdmin: boolean
}

const person = {
  id: users.id,
  name: sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username}, ${users.email})`,
  role: users.role,
  isOpen: users.approved,
  isAdmin: users.isAdmin,
}

export async function peopleOf(db: Db | Tx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Person>> {
  const present = ids.filter((id) => id !== null)
  if (present.length === 0) return new Map()
  const rows = await db.select(person).from(users).where(inArray(users.id, present))
  return new Map(rows.map((row) => [row.id, row]))
}

/** In the order in which a change of a role locks them, administrators first. */
export async function lockPeople(tx: Tx, ids: readonly (string | null | undefined)[]) {
  const present = ids.filter((id) => id !== null && id !== undefined)
  if (present.length === 0) return new Map<string, Person>()
  const rows = await tx
    .select(person)
    .from(users)
    .where(inArray(users.id, present))
    .orderBy(desc(and(users.isAdmin, users.approved) as SQL), users.id)
    .for("update")
  return new Map(rows.map((row) => [row.id, row]))
}

export async function screenedUntil(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db.select().from(screenings).where(eq(screenings.userId, userId))
  return row?.screenedUntil ?? null
}

/** Locks the screening, so that it is not withdrawn until the transaction ends. */
export async function lockScreenedUntil(tx: Tx, userId: string): Promise<Date | null> {
  const [row] = await tx.select().from(screenings).where(eq(screenings.userId, userId)).for("share")
  return row?.screenedUntil ?? null
}
