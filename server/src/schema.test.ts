import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { generateDrizzleJson, generateMigration, reconstruct } from "drizzle-kit/api-postgres"
import { pgTable, text } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { tableFiles } from "#platform/db/testing-violations.ts"

/** The fields of every record, as in spec §3. */
const FIELDS = {
  sessions: "sid sess expire",
  users:
    "id email username firstName lastName profileImageUrl passwordHash loginProvider googleId role approved isAdmin bio skills location lastLoginAt createdAt updatedAt",
  password_reset_tokens: "id userId tokenHash expiresAt usedAt createdAt",
  team_members: "id name role bio imageUrl linkedinUrl twitterUrl githubUrl order",
  blog_posts: "id title excerpt content author authorImageUrl category imageUrl publishedAt featured",
  testimonials: "id name role content imageUrl rating",
  memberships: "id name email program createdAt",
  contacts: "id name email message createdAt",
  donations: "id name email amount frequency message isAnonymous status intentId currency lastEventAt createdAt",
  chat_messages: "id threadId senderId senderType name email message isRead readAt readBy createdAt",
  courses: "id title description category difficulty estimatedHours imageUrl isPublished createdAt updatedAt",
  lessons: "id courseId title content videoUrl order duration createdAt",
  user_course_progress: "id userId courseId enrolledAt completedAt progressPercentage lastAccessedAt",
  user_lesson_progress: "id userId lessonId courseId completedAt watchTime isCompleted",
  achievements: "id title description iconUrl condition conditionValue category",
  user_achievements: "id userId achievementId unlockedAt",
  appointments:
    "id userId studentName studentEmail sessionType subject preferredDate preferredTime duration description status priority adminNotes calendarEventId createdAt updatedAt scheduledAt",
  available_time_slots:
    "id date startTime endTime isAvailable maxBookings currentBookings sessionTypes createdBy createdAt",
  session_feedback:
    "id appointmentId studentRating studentFeedback tutorRating tutorFeedback sessionNotes followUpRequired createdAt",
  volunteer_applications:
    "id role firstName lastName email phone country timezone languages skills availability linkedinUrl websiteUrl motivation experience referral status assignedAdmin adminNotes createdAt",
}

/** Fields that the decisions add to spec §3 (D4, D9), and one that spec §3 mentions in a remark (`subject`). */
const ADDED: Partial<Record<keyof typeof FIELDS, string>> = {
  users: "adminSince emailVerifiedAt language roleApprovedAt search",
  password_reset_tokens: "codeHash codeTries email",
  team_members: "version updatedAt deletedAt",
  blog_posts: "version updatedAt deletedAt",
  testimonials: "version updatedAt deletedAt",
  appointments: "idempotencyKeyHash endsAt slotId tutorId tutorLeft timeZone language revision calendarRevision",
  available_time_slots: "tutorId seriesId seriesDate startsAt endsAt",
  memberships:
    "interests location updatedAt deletedAt importId language search newsletterTopics newslettersEnded newslettersEndedAt",
  contacts: "subject digest deletedAt state language search",
  donations: "search provider refundedAmount language paidAt feeCovered monthlyGiftId refundFailedAmount processingAt",
  chat_messages: "sequence clientId deletedAt search",
  courses: "slug position isShipped",
  lessons: "slug part kind isPublished isShipped",
  user_lesson_progress: "position lastReadAt",
  achievements: "code",
  volunteer_applications:
    "digest userId language consentedAt nextStep nextStepOn statusChangedAt version updatedAt search",
}

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.release())

test.each(Object.entries(FIELDS))(
  "%s has exactly the fields of spec §3 and of the decisions",
  async (table, fields) => {
    const columns = await fresh.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`
    const expected = `${fields} ${ADDED[table as keyof typeof FIELDS] ?? ""}`.trim().split(" ").map(toSnakeCase)
    expect(columns.map(({ name }) => name).sort()).toEqual(expected.sort())
  },
)

test("times are timestamptz(3), ids are UUIDs, booleans are booleans and numbers are integers", async () => {
  const columns = await fresh.sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = any(${Object.keys(FIELDS)}::regclass[]) and attnum > 0`
  const typesOf = (pattern: RegExp) => [...new Set(columns.filter((c) => pattern.test(c.name)).map((c) => c.type))]
  expect(typesOf(/_at$|^expire$|^preferred_date$/)).toEqual(["timestamp(3) with time zone"])
  expect(typesOf(/^(id|user_id|course_id|lesson_id|thread_id|.*_by|sender_id|assigned_admin)$/)).toEqual(["uuid"])
  expect(typesOf(/^is_|^(approved|featured|follow_up_required)$/)).toEqual(["boolean"])
  expect(typesOf(/rating$|percentage$|^(amount|order|duration|watch_time|sequence)$|bookings$/)).toEqual(["integer"])
})

test("every foreign key has an index, so that a deletion reads no whole table", async () => {
  const unindexed = await fresh.sql`
    select conname from pg_constraint fkey where contype = 'f' and not exists (
      select from pg_index where indrelid = fkey.conrelid and indpred is null
        and (indkey::int2[])[0:cardinality(fkey.conkey) - 1] = fkey.conkey)`
  expect(unindexed).toEqual([])
})

const URGENCY =
  "(created_at at time zone 'UTC' + case priority when 'high' then interval '0' when 'normal' then interval '1000 years' else interval '2000 years' end) at time zone 'UTC'"

test.each([
  ["donations_newest", "donations order by created_at desc, id desc limit 20"],
  ["users_newest", "users where (created_at, id) < (now(), $ID) order by created_at desc, id desc"],
  ["users_email_unique", "users where lower(email) = lower('Ada@example.org')"],
  ["users_username_unique", "users where lower(username) = lower('Ada')"],
  ["users_by_name", "users order by fold(coalesce(last_name, '') || ' ' || coalesce(first_name, '')), id"],
  ["users_seen", "users order by coalesce(last_login_at, '-infinity') desc, id desc"],
  ["users_role", "users where role = 'mentor' order by created_at desc, id desc"],
  ["users_closed", "users where not approved order by created_at desc, id desc"],
  [
    "users_waiting_roles",
    "users where role in ('volunteer', 'mentor', 'ambassador') and role_approved_at is null and approved order by created_at, id",
  ],
  ["users_admins", "users where is_admin order by id"],
  ["contacts_state", "contacts where state = 'new' order by created_at desc, id desc"],
  ["contacts_subject", "contacts where subject = 'coding' order by created_at desc, id desc"],
  ["contact_replies_contact", "contact_replies where contact_id = $ID order by created_at"],
  ["memberships_by_name", "memberships order by fold(name), id"],
  ["memberships_program", "memberships where program = 'coding' order by created_at desc, id desc"],
  ["memberships_language", "memberships where language = 'ht' order by created_at desc, id desc"],
  ["memberships_import", "memberships where import_id = $ID"],
  ["donations_status", "donations where status = 'succeeded' order by created_at desc, id desc"],
  ["donations_email", "donations where lower(email) = lower('Ada@example.org')"],
  ["donations_amount", "donations order by amount desc, id desc"],
  ["audit_log_newest", "audit_log order by created_at desc, id desc"],
  ["audit_log_actor", "audit_log where actor_id = $ID order by created_at desc, id desc"],
  ["audit_log_subject", "audit_log where subject_id = $ID order by created_at desc, id desc"],
  ["volunteer_applications_user", "volunteer_applications where user_id = $ID"],
  ["volunteer_applications_email", "volunteer_applications where lower(email) = lower('Ada@example.org')"],
  ["memberships_email_unique", "memberships where lower(email) = lower('Ada@example.org')"],
  ["chat_messages_sequence_unique", "chat_messages where thread_id = $ID and sequence > 4 order by sequence"],
  ["chat_threads_newest", "chat_threads order by last_message_at desc, id desc limit 20"],
  ["chat_threads_state", "chat_threads where state = 'open' order by last_message_at desc, id desc"],
  ["chat_threads_assigned", "chat_threads where assigned_to = $ID order by last_message_at desc, id desc"],
  ["chat_threads_reported", "chat_threads where reported_at is not null order by last_message_at desc, id desc"],
  ["chat_threads_blocked", "chat_threads where blocked_at is not null order by last_message_at desc, id desc"],
  ["chat_threads_user_unique", "chat_threads where user_id = $ID"],
  ["chat_keys_thread", "chat_keys where thread_id = $ID"],
  ["chat_messages_unread_of", "chat_messages where thread_id = $ID and not is_read"],
  ["chat_messages_unread", "chat_messages where not is_read order by created_at desc, id desc"],
  [
    "appointments_coming",
    "appointments where coalesce(scheduled_at, preferred_date) >= now() order by coalesce(scheduled_at, preferred_date), id",
  ],
  ["appointments_status", "appointments where status = 'approved' order by created_at desc, id desc"],
  ["appointments_urgent", `appointments where status = 'pending' order by ${URGENCY}, id`],
  ["appointments_of_tutor", "appointments where tutor_id = $ID order by created_at desc, id desc"],
  ["appointments_user", "appointments where user_id = $ID order by preferred_date"],
  ["sessions_user", "sessions where sess ->> 'userId' = $ID::text"],
  ["known_devices_last_seen", "known_devices where last_seen_at < now()"],
  ["known_devices_pkey", "known_devices where user_id = $ID"],
  ["profile_pictures_user_unique", "profile_pictures where user_id = $ID"],
  ["sessions_expire", "sessions where expire < now()"],
  ["available_time_slots_starts_at", "available_time_slots where starts_at >= now() order by starts_at limit 20"],
  ["available_time_slots_date", "available_time_slots where date = '2026-11-20'"],
  ["lessons_in_order", `lessons where course_id = $ID order by "order", id`],
  ["user_course_progress_once", "user_course_progress where user_id = $ID"],
  ["learning_events_of_user", "learning_events where user_id = $ID and lesson_id = $ID"],
  ["exercise_results_due", "exercise_results where user_id = $ID and due_at <= now() order by due_at"],
  ["help_requests_open", "help_requests where resolved_at is null order by created_at, id"],
  ["user_course_progress_completed", "user_course_progress where course_id = $ID and completed_at is not null"],
  ["study_groups_newest", "study_groups order by created_at, id"],
  ["study_group_members_newest", "study_group_members where group_id = $ID order by joined_at desc, id desc"],
  ["study_group_members_user", "study_group_members where user_id = $ID"],
  ["study_group_posts_sequence_unique", "study_group_posts where group_id = $ID and sequence > 4 order by sequence"],
  ["study_group_posts_newest", "study_group_posts where group_id = $ID order by created_at desc, id desc"],
  ["study_group_reports_open", "study_group_reports where settled_at is null order by created_at, id"],
  ["study_group_reports_newest", "study_group_reports order by created_at desc, id desc"],
  ["volunteer_applications_newest", "volunteer_applications order by created_at desc, id desc"],
  ["volunteer_applications_status", "volunteer_applications where status = 'new' order by created_at desc, id desc"],
  [
    "volunteer_applications_next_step",
    "volunteer_applications order by coalesce(next_step_on - date '2000-01-01', 2147483647), id",
  ],
  ["team_members_in_order", `team_members order by "order", name`],
  ["blog_posts_newest", "blog_posts order by published_at desc, id desc limit 20"],
  ["newsletters_sending", "newsletters where state = 'sending' order by started_at"],
  ["newsletter_emails_member", "newsletter_emails where membership_id = $ID"],
  ["newsletter_emails_open", "newsletter_emails where newsletter_id = $ID and state = 'waiting'"],
  ["outbox_due", "outbox where sent_at is null and failed_at is null order by priority, due_at"],
  ["outbox_failed", "outbox where failed_at is not null order by failed_at desc, id desc"],
  ["sent_emails_address", "sent_emails where address = 'ada@example.org' order by sent_at desc, id desc"],
  ["sent_emails_sent", "sent_emails where sent_at < now()"],
  ["testimonials_pkey", "testimonials order by id desc"],
])("the index %s serves the query: %s", async (index, rows) => {
  const plan = await fresh.sql.begin(async (tx) => {
    // What the planner chooses among the indexes of an empty table goes by the rows it once had.
    // A new table with this index alone shows whether the index fits.
    const [{ table, definition }] = await tx<[{ table: string; definition: string }]>`
      select relname as table, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid where indexrelid = ${index}::regclass`
    await tx.unsafe(`create temporary table ${table} (like public.${table}) on commit drop`)
    await tx.unsafe(definition.replace(" ON public.", " ON pg_temp."))
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    const lines = await tx.unsafe(`explain select * from ${rows.replaceAll("$ID", `'${v7()}'::uuid`)}`)
    return lines.map((line) => line["QUERY PLAN"]).join("\n")
  })
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Sort|Filter/)
})

test.each([
  ["help_requests_search", "help_requests where fold(question) like '%total%'"],
  ["volunteer_applications_search", "volunteer_applications where search like '%jean%'"],
  ["hours_proofs_search", "hours_proofs where fold(name || ' ' || code) like '%pierre%'"],
  ["certificates_search", "certificates where fold(name || ' ' || course_title_en || ' ' || code) like '%pierre%'"],
])("the trigram index %s serves the search: %s", async (index, rows) => {
  const plan = await fresh.sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx.unsafe(`explain select * from ${rows}`)
  })
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain(index)
})

test("only the table of the rate limits is unlogged", async () => {
  const unlogged = await fresh.sql`
    select relname from pg_class where relkind = 'r' and relpersistence = 'u' and relnamespace = 'public'::regnamespace`
  expect(unlogged).toEqual([{ relname: "rate_limits" }])
})

test("the migrations match the table files", async () => {
  const statements = await generateMigration(await readSnapshots(), await generateDrizzleJson(await readTables()))
  expect(statements, "run `npm run migration`").toEqual([])
  const withNewTable = { ...(await readTables()), newTable: pgTable("new_table", { name: text() }) }
  expect(await generateMigration(await readSnapshots(), await generateDrizzleJson(withNewTable))).toHaveLength(1)
})

test("the migrations create the database that the table files describe", async () => {
  const other = await freshDatabase()
  await other.sql`drop schema public cascade`
  await other.sql`create schema public`
  // The tables need this function, which no table file defines.
  const [{ definition }] = await fresh.sql<[{ definition: string }]>`
    select pg_get_functiondef('fold'::regproc) as definition`
  await other.sql.unsafe(definition)
  const nothing = await generateDrizzleJson({})
  for (const statement of await generateMigration(nothing, await generateDrizzleJson(await readTables())))
    await other.sql.unsafe(statement)
  const [actual, expected] = await Promise.all([readCatalogue(fresh), readCatalogue(other)])
  await other.release()
  expect(expected.length).toBeGreaterThan(Object.keys(FIELDS).length)
  expect(actual).toEqual(expect.arrayContaining(expected))
})

function toSnakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function readTables(): Promise<Record<string, unknown>> {
  return tableFiles(import.meta.dirname, "{features,platform}/*/{table,table/*}.ts")
}

/** The merged snapshots of all migrations; drizzle-kit refuses two migrations from the same parent. */
function readSnapshots() {
  const migrations = join(import.meta.dirname, "..", "migrations")
  const snapshots = globSync("*/snapshot.json", { cwd: migrations }).map((file) => [
    dirname(file),
    JSON.parse(readFileSync(join(migrations, file), "utf8")),
  ])
  return reconstruct(Object.fromEntries(snapshots))
}

/** Every column, constraint and index as one line, as PostgreSQL prints it. */
async function readCatalogue({ sql }: FreshDatabase): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', table_name, column_name, udt_name, datetime_precision, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'`
  return lines.map(({ line }) => line)
}
