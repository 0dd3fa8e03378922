import { expect, onTestFinished, test } from "vitest"
import { connect } from "./connection.ts"
import { Listener } from "./listener.ts"
import { freshDatabase } from "./testing.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"

/** A listener behind a line that a test can break, and who publishes by another one. */
async function listening() {
  const { connection, sql, release } = await freshDatabase()
  onTestFinished(release)
  const line = await openTcpProxy(connection)
  const listener = new Listener(() => connect(line.where, {}, { connectionTimeoutMillis: 300 }), {
    pingMs: 100,
    answerMs: 200,
  })
  onTestFinished(() => listener.close())
  const publish = (channel: string, message: string) => sql`select pg_notify(${channel}, ${message})`
  return { listener, line, sql, publish }
}

test("a message arrives at each subscription of its channel and at no other", async () => {
  const { listener, publish } = await listening()
  const heard: string[] = []
  for (const [name, channel] of [
    ["a", "news"],
    ["b", "news"],
    ["c", 'odd "name"'],
  ] as const)
    await listener.listen(
      channel,
      (message) => heard.push(`${name} ${message}`),
      () => undefined,
    )
  await publish("news", "one")
  await publish('odd "name"', "two")
  await expect.poll(() => heard.toSorted()).toEqual(["a one", "b one", "c two"])
})

test("every channel is heard again after its connection was lost, however often", async () => {
  const { listener, line, publish } = await listening()
  const channels = ["news", "sports", "weather"]
  const heard = new Set<string>()
  const gaps: string[] = []
  for (const channel of channels)
    await listener.listen(
      channel,
      () => heard.add(channel),
      () => gaps.push(channel),
    )
  expect(gaps).toEqual(channels)
  for (let round = 2; round < 6; round += 1) {
    line.cut()
    await expect.poll(() => gaps.length).toBe(round * channels.length)
    heard.clear()
    for (const channel of channels) await publish(channel, "again")
    await expect.poll(() => [...heard].toSorted()).toEqual(channels)
  }
})

test("a line that goes silent is found and replaced, and the gap is told", async () => {
  const { listener, line, publish } = await listening()
  const heard: string[] = []
  let gaps = 0
  await listener.listen(
    "news",
    (message) => heard.push(message),
    () => (gaps += 1),
  )
  line.choke()
  // By the silent line this would arrive when it is mended, had nobody given it up.
  await expect.poll(line.count).toBe(0)
  await publish("news", "unheard")
  line.mend()
  await expect.poll(() => gaps).toBe(2)
  await publish("news", "heard")
  await expect.poll(() => heard).toEqual(["heard"])
})

test("a subscription that was stopped hears nothing more, and others of its channel do", async () => {
  const { listener, publish } = await listening()
  const heard: string[] = []
  const one = await listener.listen(
    "news",
    () => heard.push("one"),
    () => undefined,
  )
  await listener.listen(
    "news",
    () => heard.push("two"),
    () => undefined,
  )
  await one.stop()
  await publish("news", "")
  await expect.poll(() => heard).toEqual(["two"])
})

test("a closed listener has no connection and opens none", async () => {
  const { listener, line } = await listening()
  await listener.listen(
    "news",
    () => undefined,
    () => undefined,
  )
  line.choke()
  await listener.close()
  await expect.poll(line.count).toBe(0)
  line.mend()
  await expect(
    listener.listen(
      "news",
      () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow()
  expect(line.count()).toBe(0)
})

test("who subscribes while the server is away is told so", async () => {
  const { listener, line } = await listening()
  line.choke()
  await expect(
    listener.listen(
      "news",
      () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow()
})
