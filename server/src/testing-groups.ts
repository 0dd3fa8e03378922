import { v7 } from "uuid"
import { users } from "#features/accounts/table.ts"
import { studyGroups, studyGroupTexts } from "#features/groups/table.ts"
import { birthYears, type GuardianConsentRow, guardianConsents } from "#features/safeguarding/table.ts"
import { type Browser, register, type TestApp } from "#testing.ts"

type Group = typeof studyGroups.$inferInsert

export async function insertGroup(app: TestApp, values: Partial<Group> = {}): Promise<string> {
  const { db } = app.database
  const [row] = await db
    .insert(studyGroups)
    .values({ capacity: 30, ...values })
    .returning()
  const groupId = row?.id ?? ""
  await db.insert(studyGroupTexts).values([
    { groupId, language: "en", name: "Go", description: "Learn Go" },
    { groupId, language: "ht", name: "Ale", description: "Aprann Go" },
  ])
  return groupId
}

export async function insertMentor(app: TestApp, values: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const mentor = { email: `${v7()}@example.org`, firstName: "Rose", role: "mentor" as const }
  const [row] = await app.database.db
    .insert(users)
    .values({ ...mentor, roleApprovedAt: new Date(), ...values })
    .returning()
  return row?.id ?? ""
}

export const ADULT = 2000
export const MINOR = 2009
export const CHILD = 2014

/** A member of whom the birth year is known. The tests' clock is in January 2026. */
export async function registerAged(app: TestApp, name: string, birthYear: number) {
  const member = await register(app, name)
  await app.database.db.insert(birthYears).values({ userId: member.id, birthYear })
  return member
}

/** The consent of the member's guardian, valid for a year. */
export async function giveConsent(app: TestApp, userId: string, values: Partial<GuardianConsentRow> = {}) {
  const now = app.deps.now()
  const validUntil = new Date(now.getTime() + 365 * 86_400_000)
  const choices = { textVersion: "1", allowsCertificates: false, allowsRecording: false }
  const given = { ...choices, state: "given" as const, decidedAt: now, validUntil, expiresAt: now }
  const guardian = { guardianName: "Marie", guardianEmail: "marie@example.org", language: "ht" as const }
  await app.database.db.insert(guardianConsents).values({ ...guardian, ...given, userId, ...values })
}

export const join = (member: Browser, groupId: string, body: object = {}) =>
  member.send("PUT", `/api/study-groups/${groupId}/membership`, body)

export const post = (member: Browser, groupId: string, message: string, id: string = v7()) =>
  member.send("POST", `/api/study-groups/${groupId}/posts`, { id, message })

export const board = async (member: Browser, groupId: string, query = "") =>
  (await member.send("GET", `/api/study-groups/${groupId}/posts${query}`)).json()
