import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"

const SLOTS = "/api/admin/slots"
const HOUR = { date: "2026-01-10", startTime: "10:00", endTime: "11:00", sessionTypes: ["tutoring"] }

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const open = (form: object = {}) => admin.send("POST", SLOTS, { ...HOUR, ...form })

test("an administrator opens one slot, and a series with its next twelve weeks", async () => {
  const single = await open()
  expect([single.statusCode, single.json()]).toEqual([
    201,
    {
      seriesId: null,
      created: 1,
      slots: [
        {
          id: expect.any(String),
          date: "2026-01-10",
          startTime: "10:00",
          endTime: "11:00",
          startsAt: "2026-01-10T15:00:00.000Z",
          endsAt: "2026-01-10T16:00:00.000Z",
          isAvailable: true,
          maxBookings: 1,
          currentBookings: 0,
          sessionTypes: ["tutoring"],
          tutorId: null,
          tutorName: null,
          seriesId: null,
          createdAt: expect.any(String),
        },
      ],
    },
  ])
  const series = await open({ date: "2026-01-11", repeats: { until: null } })
  expect([series.statusCode, series.json().created]).toEqual([201, 12])
  expect((await admin.send("GET", SLOTS)).json()).toHaveLength(13)
})
