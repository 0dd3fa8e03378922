import { expect, test } from "vitest"
import * as z from "zod/mini"
import { addNotificationDevice, changeNotifications, ENDPOINT_LENGTH } from "./notifications.ts"

const DEVICE = {
  endpoint: "https://fcm.googleapis.com/fcm/send/a-b_c:d",
  keys: { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) },
  timeZone: "America/Port-au-Prince",
}
const isDevice = (change: object) => z.safeParse(addNotificationDevice.body, { ...DEVICE, ...change }).success
const start = "https://push.example/"

test("a device has an address, two keys and a time zone", () => {
  expect(isDevice({})).toBe(true)
  expect(isDevice({ endpoint: start + "a".repeat(ENDPOINT_LENGTH - start.length) })).toBe(true)
})

test.each([
  { endpoint: start + "a".repeat(ENDPOINT_LENGTH - start.length + 1) },
  { endpoint: "http://push.example/a" },
  { endpoint: "https://push.example" },
  { endpoint: "https://push.example:8443/a" },
  { endpoint: "https://user@push.example/a" },
  { endpoint: "https://localhost/a" },
  { endpoint: "https://[::1]/a" },
  { endpoint: "https://push.example/a b" },
  { endpoint: "https://push.example/a\nb" },
  { endpoint: "" },
  { endpoint: 1 },
  { keys: { ...DEVICE.keys, auth: "a".repeat(23) } },
  { keys: { ...DEVICE.keys, p256dh: "a".repeat(87) } },
  { keys: { ...DEVICE.keys, other: "x" } },
  { keys: null },
  { timeZone: "Mars/Olympus" },
  { timeZone: undefined },
  { expirationTime: null },
])("%j is refused", (change) => {
  expect(isDevice(change)).toBe(false)
})

test("kinds are stored once and in one order, and an unknown one is refused", () => {
  const parse = (kinds: unknown) => z.safeParse(changeNotifications.body, { kinds })
  expect(parse(["reviews", "sessions", "reviews"]).data).toEqual({ kinds: ["sessions", "reviews"] })
  expect(parse([]).data).toEqual({ kinds: [] })
  for (const kinds of [["news"], "sessions", null, ["sessions", "replies", "reviews", "sessions"]])
    expect(parse(kinds).success).toBe(false)
})
