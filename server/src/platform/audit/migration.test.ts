import { expect, test } from "vitest"
import { migrate } from "#platform/db/migrate.ts"
import { databaseBefore } from "#platform/db/testing-migrations.ts"

const [ADA, EVE, GROUP] = [1, 2, 3].map((digit) => `0198c0de-0000-7000-8000-00000000000${digit}`)

test("the migration moves the newest reason of a removal to the membership, and clears texts about people", async () => {
  const { sql, connection } = await databaseBefore("20261128075304_removed_member_reason")
  await sql.unsafe(`
    insert into users (id, email) values ('${ADA}', 'ada@example.org'), ('${EVE}', 'eve@example.org');
    insert into study_groups (id, capacity) values ('${GROUP}', 30);
    insert into study_group_members (id, group_id, user_id, removed_at) values
      (gen_random_uuid(), '${GROUP}', '${ADA}', '2026-01-03'), (gen_random_uuid(), '${GROUP}', '${EVE}', null);
    insert into donations (id, amount, email) values ('${ADA}', 500, 'ada@example.org'), ('${EVE}', 500, null);
    insert into refunds (id, donation_id, amount, reason) values
      (gen_random_uuid(), '${ADA}', 100, 'Twice'), (gen_random_uuid(), '${EVE}', 100, 'Eve was ill');
    insert into audit_log (id, action, subject_id, after, created_at) values
      (gen_random_uuid(), 'group.member_removed', '${GROUP}', '{"userId": "${ADA}", "reason": "Old"}', '2026-01-01'),
      (gen_random_uuid(), 'group.member_removed', '${GROUP}', '{"userId": "${EVE}", "reason": "Hers"}', '2026-01-02'),
      (gen_random_uuid(), 'group.member_removed', '${GROUP}', '{"userId": "${ADA}", "reason": "New"}', '2026-01-03'),
      (gen_random_uuid(), 'group_post.removed', null, '{"groupId": "${GROUP}", "reason": "Rude"}', '2026-01-04'),
      (gen_random_uuid(), 'donation.refunded', null, '{"amount": "$1.00 USD", "reason": "Ada"}', '2026-01-05'),
      (gen_random_uuid(), 'list.exported', null, '{"list": "users", "q": "ada"}', '2026-01-06'),
      (gen_random_uuid(), 'list.exported', null, '{"list": "users"}', '2026-01-07'),
      (gen_random_uuid(), 'factor.reset', '${EVE}', '{"reason": "Lost"}', '2026-01-08')`)
  await migrate(connection)
  const reasons = await sql`select user_id, removed_reason from study_group_members order by user_id`
  expect([...reasons]).toEqual([
    { user_id: ADA, removed_reason: "New" },
    { user_id: EVE, removed_reason: null },
  ])
  const refunds = await sql<{ reason: string | null }[]>`select reason from refunds order by donation_id`
  expect(refunds.map(({ reason }) => reason)).toEqual(["Twice", null])
  const entries = await sql<{ after: object }[]>`select after from audit_log order by created_at`
  expect(entries.map(({ after }) => after)).toEqual([
    { userId: ADA, hasReason: true },
    { userId: EVE, hasReason: true },
    { userId: ADA, hasReason: true },
    { groupId: GROUP, hasReason: true },
    { amount: "$1.00 USD", hasReason: true },
    { list: "users", isSearched: true },
    { list: "users" },
    { reason: "Lost" },
  ])
})
