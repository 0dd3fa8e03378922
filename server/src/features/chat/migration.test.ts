import { expect, test } from "vitest"
import { migrate } from "#platform/db/migrate.ts"
import { databaseBefore } from "#platform/db/testing-migrations.ts"

const [ADA, GUEST, OLD, NEW, ADMIN] = [1, 2, 3, 4, 5].map((digit) => `0198c0de-0000-7000-8000-00000000000${digit}`)

test("the migration creates a thread per old conversation and assigns a member the newest one", async () => {
  const { sql, connection } = await databaseBefore("20261121144543_live_chat")
  await sql`insert into users (id, email) values (${ADA ?? ""}, 'ada@example.org')`
  await sql.unsafe(`
    insert into chat_messages (id, thread_id, sequence, sender_type, sender_id, name, email, message, created_at) values
      (gen_random_uuid(), '${GUEST}', 1, 'guest', null, 'Eve', 'eve@example.org', 'Bonjou', '2026-01-01'),
      (gen_random_uuid(), '${GUEST}', 2, 'admin', null, 'Office', null, 'Wi', '2026-01-02'),
      (gen_random_uuid(), '${GUEST}', 3, 'guest', null, 'Eve P', null, 'Mèsi', '2026-01-03'),
      (gen_random_uuid(), '${OLD}', 1, 'member', '${ADA}', 'Ada', null, 'Old', '2026-01-04'),
      (gen_random_uuid(), '${NEW}', 1, 'member', '${ADA}', 'Ada', null, 'New', '2026-01-05'),
      (gen_random_uuid(), '${ADMIN}', 1, 'admin', null, 'Office', null, 'Alone', '2026-01-06')`)
  await migrate(connection)
  const rows = await sql`
    select id, user_id, name, email, last_sequence, seen_sequence, mailed_sequence, created_at, last_message_at
    from chat_threads order by created_at`
  const sequences = (last: number) => ({ last_sequence: last, seen_sequence: last, mailed_sequence: last })
  const dates = (first: number, last = first) => ({
    created_at: new Date(Date.UTC(2026, 0, first)),
    last_message_at: new Date(Date.UTC(2026, 0, last)),
  })
  expect([...rows]).toEqual([
    { id: GUEST, user_id: null, name: "Eve P", email: "eve@example.org", ...sequences(3), ...dates(1, 3) },
    { id: OLD, user_id: null, name: "Ada", email: null, ...sequences(1), ...dates(4) },
    { id: NEW, user_id: ADA, name: "Ada", email: null, ...sequences(1), ...dates(5) },
    { id: ADMIN, user_id: null, name: "Office", email: null, ...sequences(1), ...dates(6) },
  ])
  expect((await sql`select from chat_messages`).length).toBe(6)
})

test("the migration finds since when each conversation waits, and later messages of any process count", async () => {
  const { sql, connection } = await databaseBefore("20261127112234_chat_waiting")
  const threads = { question: GUEST, answered: OLD, newQuestion: NEW, answeredFirst: ADMIN, empty: ADA }
  for (const [name, id] of Object.entries(threads))
    await sql`insert into chat_threads (id, name, last_sequence) values (${id ?? ""}, ${name}, 0)`
  const insert = (id: string | undefined, sequence: number, sender: string, day: number) => sql`
    insert into chat_messages (id, thread_id, sequence, sender_type, name, message, created_at)
    values (gen_random_uuid(), ${id ?? ""}, ${sequence}, ${sender}, 'Ada', 'Bonjou', ${new Date(Date.UTC(2026, 0, day))})`
  await insert(threads.question, 1, "guest", 1)
  await insert(threads.question, 2, "guest", 2)
  await insert(threads.answered, 1, "member", 3)
  await insert(threads.answered, 2, "admin", 4)
  await insert(threads.newQuestion, 1, "guest", 5)
  await insert(threads.newQuestion, 2, "admin", 6)
  await insert(threads.newQuestion, 3, "guest", 7)
  await insert(threads.newQuestion, 4, "guest", 8)
  await insert(threads.answeredFirst, 1, "admin", 9)
  await migrate(connection)
  const waiting = async () => {
    const rows = await sql<{ name: string; day: number }[]>`
      select name, extract(day from waiting_since at time zone 'UTC')::int as day from chat_threads where waiting_since is not null`
    return Object.fromEntries(rows.map(({ name, day }) => [name, day]))
  }
  expect(await waiting()).toEqual({ question: 1, newQuestion: 7 })
  await insert(threads.question, 3, "admin", 10)
  await insert(threads.newQuestion, 5, "guest", 11)
  await insert(threads.answeredFirst, 2, "guest", 12)
  await insert(threads.empty, 1, "member", 13)
  expect(await waiting()).toEqual({ newQuestion: 7, answeredFirst: 12, empty: 13 })
})
