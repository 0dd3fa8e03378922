import { expect, onTestFinished, test } from "vitest"
import { sweep } from "#sweep.ts"
import { createTestApp, register } from "#testing.ts"
import { screeningSteps, screenings } from "./table.ts"

const ENDS = new Date("2026-06-01T00:00:00Z")
const EARLIER = new Date("2026-02-01T00:00:00Z")
const withdrawal = { withdrawnAt: EARLIER, withdrawalReason: "Expired passport" }

test.each([
  ["its latest day", { validUntil: ENDS }, ENDS],
  ["its withdrawal", { validUntil: ENDS, ...withdrawal }, EARLIER],
])("the steps of a person are deleted 24 months after the last of them has ended, by %s", async (_, last, ended) => {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { id: userId } = await register(app, "rose")
  const { db } = app.database
  await db.insert(screenings).values({ userId })
  const counts = { userId, confirmedAt: app.deps.now() }
  await db.insert(screeningSteps).values([
    { ...counts, step: "identity", validUntil: EARLIER },
    { ...counts, step: "interview", ...last },
  ])
  for (const [ms, left] of [
    [-1, 2],
    [0, 2],
    [1, 0],
  ] as const) {
    const at = new Date(ended)
    at.setUTCMonth(at.getUTCMonth() + 24)
    app.setNow(new Date(at.getTime() + ms))
    await sweep(app.deps)
    expect([ms, await db.$count(screeningSteps)]).toEqual([ms, left])
  }
})
