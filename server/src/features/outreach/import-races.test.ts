import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { membershipImports, memberships } from "#features/outreach/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { type Browser, createTestApp, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { importFile, undoImport } from "#testing-imports.ts"

const NAMES = ["ada", "bo", "cy", "di", "eve"]

let app: TestApp
let twin: TestApp
let admin: Browser & { readonly id: string }
let colleague: Browser
beforeEach(async () => {
  app = await createTestApp()
  twin = await createTestApp({ database: app.database })
  admin = await signInAsAdmin(app, "root")
  colleague = await signInAs(twin, (await signInAsAdmin(app, "grace")).id, "admin")
})
afterEach(async () => {
  await twin.close()
  await app.close()
})

const fileOf = (names: readonly string[]) =>
  `Name,Email\n${names.map((name) => `${name},${name}@example.org`).join("\n")}`
const join = (name: string) =>
  app.send({
    method: "POST",
    url: "/api/membership",
    payload: { name, email: `${name}@example.org`, interests: "Loops" },
  })
const stored = () => app.database.db.select().from(memberships).orderBy(memberships.email)

type Request = () => ReturnType<typeof importFile>

/** Lets the requests wait for the member "cy" in this order, so that they go on in it. @returns their outcomes */
async function inOrder(claim: (tx: Tx) => Promise<unknown>, ...requests: readonly Request[]) {
  const waiting: ReturnType<Request>[] = []
  await app.database.db.transaction(async (tx) => {
    await claim(tx)
    for (const request of requests) {
      waiting.push(request())
      await expect.poll(async () => (await waitingForLocks()).length).toBe(waiting.length)
    }
  })
  return (await Promise.all(waiting)).map(outcome)
}

const lockCy = (tx: Tx) => tx.execute(sql`select from ${memberships} where name = 'cy' for update`)
const insertCy = (tx: Tx) => tx.insert(memberships).values({ name: "cy", email: "cy@example.org" })

function waitingForLocks() {
  return app.database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
}

function outcome({ statusCode, body }: Awaited<ReturnType<Request>>) {
  const { code, id: _id, ...result } = JSON.parse(body)
  return statusCode < 300 ? result : [statusCode, code]
}

test("of two administrators with the same people, in opposite orders, one imports them", async () => {
  const outcomes = await inOrder(
    insertCy,
    () => importFile(admin, fileOf(NAMES)),
    () => importFile(colleague, fileOf(NAMES.toReversed())),
  )
  expect(outcomes).toEqual([{ imported: 4, existing: 1, leftOut: 0 }, [409, "import.nothing_new"]])
  expect([(await stored()).length, await app.database.db.$count(membershipImports)]).toEqual([5, 1])
})

test("a request that is repeated before its answer waits for it", async () => {
  const id = createId()
  const send = (by: Browser) => () => importFile(by, fileOf(NAMES), { id })
  const result = { imported: 4, existing: 1, leftOut: 0 }
  expect(await inOrder(insertCy, send(admin), send(colleague))).toEqual([result, result])
  expect([(await stored()).length, await app.database.db.$count(membershipImports)]).toEqual([5, 1])
})

test("an import of the same people waits for the undo, and adds them again", async () => {
  const { id } = (await importFile(admin, fileOf(NAMES))).json()
  const outcomes = await inOrder(
    lockCy,
    () => undoImport(admin, id),
    () => importFile(colleague, fileOf(NAMES)),
  )
  expect(outcomes).toEqual([
    { deleted: 5, remaining: 0 },
    { imported: 5, existing: 0, leftOut: 0 },
  ])
  expect((await stored()).map(({ name }) => name)).toEqual(NAMES)
})

test("an undo that waits for an import of the same people deletes those of its own", async () => {
  const { id } = (await importFile(admin, fileOf(NAMES))).json()
  const outcomes = await inOrder(
    lockCy,
    () => importFile(colleague, fileOf([...NAMES, "new"])),
    () => undoImport(admin, id),
  )
  expect(outcomes).toEqual([
    { imported: 1, existing: 5, leftOut: 0 },
    { deleted: 5, remaining: 0 },
  ])
  expect((await stored()).map(({ name }) => name)).toEqual(["new"])
})

test("who joins while the import is undone is a new member, and who joined before it stays", async () => {
  const { id } = (await importFile(admin, fileOf(NAMES))).json()
  const [undone] = await inOrder(
    lockCy,
    () => undoImport(admin, id),
    () => join("cy"),
  )
  expect(undone).toEqual({ deleted: 5, remaining: 0 })
  expect(await stored()).toMatchObject([{ name: "cy", interests: "Loops", importId: null }])
  const again = (await importFile(admin, fileOf(NAMES.slice(3)))).json().id
  const outcomes = await inOrder(
    (tx) => tx.execute(sql`select from ${memberships} where email = 'di@example.org' for update`),
    () => join("di"),
    () => undoImport(colleague, again),
  )
  expect(outcomes[1]).toEqual({ deleted: 1, remaining: 1 })
  expect((await stored()).map(({ name, importId }) => [name, importId])).toEqual([
    ["cy", null],
    ["di", again],
  ])
})

test("people who join during an import are members once, and keep what they gave", async () => {
  const people = Array.from({ length: 100 }, (_, index) => `p${index}`)
  const joining = people.slice(0, 10).map(join)
  const [response] = await Promise.all([importFile(admin, fileOf(people)), ...joining])
  expect(response.statusCode).toBe(201)
  const rows = await stored()
  expect([rows.length, rows.filter(({ interests }) => interests === "Loops").length]).toEqual([100, 10])
})
