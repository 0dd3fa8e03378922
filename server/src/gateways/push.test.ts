import { afterEach, beforeEach, expect, test } from "vitest"
import { type PushDouble, startPushService, VAPID } from "#testing-push.ts"
import { webPush } from "./push.ts"

const MESSAGE = { kind: "replies", title: "Ou gen repons ✓", body: "é", path: "/ht", tag: "replies", language: "ht" }
const DELIVERY = { body: JSON.stringify(MESSAGE), ttlSeconds: 60, urgency: "high", topic: "replies" } as const

let double: PushDouble
beforeEach(async () => {
  double = await startPushService()
})
afterEach(() => double.close())

const targetOf = (device: string) => {
  const { endpoint, keys } = double.subscribe(device)
  return { endpoint, ...keys }
}

test("a message arrives signed, encrypted and whole, with its lifetime, urgency and topic", async () => {
  expect(await double.push.send(targetOf("phone"), DELIVERY)).toBe(true)
  expect(double.received).toEqual([{ device: "phone", message: MESSAGE, ttl: 60, urgency: "high", topic: "replies" }])
  expect(double.refused).toEqual([])
})

test.each([404, 410])("%i says that the subscription is gone", async (status) => {
  const target = targetOf("phone")
  double.answer("phone", status)
  expect(await double.push.send(target, DELIVERY)).toBe(false)
})

test.each([301, 307, 400, 403, 413, 429, 500, 503])("%i is a failure that is worth another attempt", async (status) => {
  const target = targetOf("phone")
  double.answer("phone", status)
  await expect(double.push.send(target, DELIVERY)).rejects.toMatchObject({ name: `push ${status}` })
})

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
])("%s is an address of a push service", (endpoint) => {
  expect(webPush(VAPID).accepts(endpoint)).toBe(true)
})

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/fcm/send/abc",
  "https://fcm.googleapis.com.example.org/",
  "https://example.org/fcm.googleapis.com",
  "https://fcm.googleapis.com@127.0.0.1/",
  "https://notify.windows.com/",
  "https://evilpush.apple.com/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data",
  "file:///etc/passwd",
  "no address",
])("%s is refused before anything is sent", async (endpoint) => {
  const { keys } = double.subscribe("phone")
  const push = webPush(VAPID)
  expect(push.accepts(endpoint)).toBe(false)
  await expect(push.send({ endpoint, ...keys }, DELIVERY)).rejects.toMatchObject({ name: "PermanentFailure" })
})
