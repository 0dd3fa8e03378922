import { expect, onTestFinished, test } from "vitest"
import { connect } from "./connection.ts"
import { Listener } from "./listener.ts"
import { freshDatabase } from "./testing.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"

/** A listener behind a TCP proxy, and `publish` on a direct connection. */
async function openListener(timing = { pingMs: 15_000, responseMs: 30_000 }) {
  const { connection, sql, release } = await freshDatabase()
  onTestFinished(release)
  const proxy = await openTcpProxy(connection)
  const connectionTimeoutMillis = timing.responseMs
  const listener = new Listener(() => connect(proxy.where, {}, { connectionTimeoutMillis }), timing)
  onTestFinished(() => listener.close())
  const publish = (channel: string, message: string) => sql`select pg_notify(${channel}, ${message})`
  return { listener, proxy, sql, publish }
}

test("a message reaches the subscriptions of its channel only", async () => {
  const { listener, publish } = await openListener()
  const received: string[] = []
  for (const [name, channel] of [
    ["a", "news"],
    ["b", "news"],
    ["c", 'odd "name"'],
  ] as const)
    await listener.listen(
      channel,
      (message) => received.push(`${name} ${message}`),
      () => undefined,
    )
  await publish("news", "one")
  await publish('odd "name"', "two")
  await expect.poll(() => received.toSorted()).toEqual(["a one", "b one", "c two"])
})

test("every channel is subscribed again after each lost connection", async () => {
  const { listener, proxy, publish } = await openListener()
  const channels = ["news", "sports", "weather"]
  const received = new Set<string>()
  const gaps: string[] = []
  for (const channel of channels)
    await listener.listen(
      channel,
      () => received.add(channel),
      () => gaps.push(channel),
    )
  expect(gaps).toEqual(channels)
  for (let round = 2; round < 6; round += 1) {
    proxy.resetConnections()
    await expect.poll(() => gaps.length).toBe(round * channels.length)
    received.clear()
    for (const channel of channels) await publish(channel, "again")
    await expect.poll(() => [...received].toSorted()).toEqual(channels)
  }
})

test("a silent connection is detected and replaced, and onGap is called", async () => {
  const { listener, proxy, publish } = await openListener({ pingMs: 100, responseMs: 3_000 })
  const received = new Set<string>()
  let gaps = 0
  await listener.listen(
    "news",
    (message) => received.add(message),
    () => (gaps += 1),
  )
  proxy.stall()
  // The listener has closed the silent connection, which would otherwise deliver this message after `resume`.
  await expect.poll(proxy.count).toBe(0)
  await publish("news", "missed")
  proxy.resume()
  await expect.poll(() => gaps).toBeGreaterThan(1)
  await expect.poll(() => publish("news", "received").then(() => [...received])).toEqual(["received"])
})

test("a stopped subscription receives no messages, and others of its channel still do", async () => {
  const { listener, publish } = await openListener()
  const received: string[] = []
  const one = await listener.listen(
    "news",
    () => received.push("one"),
    () => undefined,
  )
  await listener.listen(
    "news",
    () => received.push("two"),
    () => undefined,
  )
  await one.stop()
  await publish("news", "")
  await expect.poll(() => received).toEqual(["two"])
})

test("a closed listener has no connections and opens no new ones", async () => {
  const { listener, proxy } = await openListener({ pingMs: 15_000, responseMs: 5_000 })
  await listener.listen(
    "news",
    () => undefined,
    () => undefined,
  )
  proxy.stall()
  await listener.close()
  await expect.poll(proxy.count).toBe(0)
  proxy.resume()
  await expect(
    listener.listen(
      "news",
      () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow()
  expect(proxy.count()).toBe(0)
})

test("a subscription is rejected while the server does not respond", async () => {
  const { listener, proxy } = await openListener({ pingMs: 15_000, responseMs: 1_000 })
  proxy.stall()
  await expect(
    listener.listen(
      "news",
      () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow()
})
