import { afterEach, beforeEach, expect, test } from "vitest"
import type { Db } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { outbox } from "#platform/jobs/table.ts"
import { createPurges } from "./purges.ts"

let fresh: FreshDatabase
let stop: () => void
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(async () => {
  stop()
  await fresh.release()
})

function request(db: Db, times: readonly string[]): void {
  const left = times.map((time) => new Date(`2026-01-02T03:04:${time}Z`))
  const last = left.at(-1) as Date
  const purges = createPurges({ db, now: () => left.shift() ?? last })
  stop = purges.stop
  purges.request()
}

const dueAt = async () =>
  (await fresh.db.select().from(outbox).orderBy(outbox.key)).map((row) => row.dueAt.toISOString())

test("a purge that was enqueued so late that it may have begun is followed by another one", async () => {
  request(fresh.db, ["01.000", "10.000", "10.001"])
  await expect.poll(dueAt, { timeout: 20_000 }).toEqual(["2026-01-02T03:04:10.000Z", "2026-01-02T03:04:20.000Z"])
})

test("a purge that cannot be enqueued is enqueued once the database is there", async () => {
  let failures = 2
  const db = new Proxy(fresh.db, {
    get(target, name, receiver) {
      if (name === "insert" && failures-- > 0) throw new Error("away")
      return Reflect.get(target, name, receiver)
    },
  })
  request(db, ["00.000"])
  await expect.poll(dueAt, { timeout: 20_000 }).toEqual(["2026-01-02T03:04:05.000Z"])
})
