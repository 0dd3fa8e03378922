import { afterEach, describe, expect, inject, onTestFinished, test } from "vitest"
import { databaseBus } from "#platform/bus.ts"
import { freshDatabase } from "#platform/db/testing.ts"
import { openTcpProxy } from "#platform/db/testing-tcp-proxy.ts"
import type { Log } from "#platform/log.ts"
import { startNats } from "#testing-nats.ts"
import { NatsBus } from "./nats.ts"

const program = inject("natsServer") ?? ""
const warnings: unknown[] = []
const log = { warn: (fields: unknown) => void warnings.push(fields) } as unknown as Log
afterEach(() => warnings.splice(0))

function openBus(address: string, silenceMs?: number): NatsBus {
  const bus = new NatsBus(address, log, silenceMs)
  onTestFinished(() => bus.close())
  return bus
}

/** What arrives on a channel, in its order. */
async function record(bus: Pick<NatsBus, "subscribe">, channel = "changes"): Promise<string[]> {
  const received: string[] = []
  await bus.subscribe(
    channel,
    (payload) => received.push(payload),
    () => received.push("gap"),
  )
  return received
}

const connected = (...buses: NatsBus[]) => expect.poll(() => buses.every((bus) => bus.isConnected())).toBe(true)

describe.skipIf(!program)("a bus on NATS", () => {
  test("a message reaches every process in its order, also the one that sends it, and no other channel", async () => {
    const address = await startNats(program)
    const buses = [openBus(address), openBus(address)] as const
    await connected(...buses)
    const received = await Promise.all([...buses.map((bus) => record(bus)), record(buses[1], "chat")])
    const texts = ["blog_posts", "", "é".repeat(20_000)]
    for (const text of texts) await buses[0].publish("changes", text)
    const all = ["gap", ...texts]
    await expect.poll(() => received).toEqual([all, all, ["gap"]])
  })

  test("a process that stopped listening hears nothing more", async () => {
    const bus = openBus(await startNats(program))
    await connected(bus)
    const received = await record(bus)
    const first: string[] = []
    const subscription = await bus.subscribe(
      "changes",
      (payload) => first.push(payload),
      () => undefined,
    )
    await subscription.stop()
    await bus.publish("changes", "users")
    await expect.poll(() => received).toEqual(["gap", "users"])
    expect(first).toEqual([])
  })

  test("a message that cannot be read is logged without its text, and the next one is read", async () => {
    const bus = openBus(await startNats(program))
    await connected(bus)
    const received: unknown[] = []
    await bus.subscribe(
      "chat",
      (payload) => received.push(JSON.parse(payload)),
      () => undefined,
    )
    for (const payload of ["canary", "1"]) await bus.publish("chat", payload)
    await expect.poll(() => received).toEqual([1])
    expect(warnings).toEqual([{ error: "SyntaxError" }])
  })

  test("what a transaction notifies arrives once with its commit, and a gap when its connection was lost", async () => {
    const database = await freshDatabase()
    onTestFinished(database.release)
    const address = await startNats(program)
    const [worker, other] = [openBus(address), openBus(address)]
    await connected(worker, other)
    const received = await record(other)
    await worker.forward(databaseBus(database), ["changes"])
    await expect.poll(() => received).toEqual(["gap", "gap"])
    await database.pool.query("begin; select pg_notify('changes', 'lost'); rollback")
    await database.sql`select pg_notify('changes', 'courses')`
    await expect.poll(() => received).toEqual(["gap", "gap", "courses"])
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'haitech listener'`
    await expect.poll(() => received).toEqual(["gap", "gap", "courses", "gap"])
  })

  test("after a lost connection its process gets a gap, and others one on the channels that it publishes on", async () => {
    const address = await startNats(program)
    const proxy = await openTcpProxy(address)
    const [cut, other] = [openBus(proxy.where), openBus(address)]
    await connected(cut, other)
    const [atCut, atOther, ofOther] = await Promise.all([record(cut), record(other), record(other, "chat")])
    await cut.publish("changes", "users")
    await expect
      .poll(() => [atCut, atOther])
      .toEqual([
        ["gap", "users"],
        ["gap", "users"],
      ])
    await proxy.close()
    await expect.poll(() => cut.isConnected()).toBe(false)
    await expect(cut.publish("changes", "lost")).rejects.toThrow("NATS is not connected")
    await other.publish("changes", "missed")
    await proxy.open()
    await expect.poll(() => atOther).toEqual(["gap", "users", "missed", "gap"])
    await expect.poll(() => atCut).toEqual(["gap", "users", "gap", "gap"])
    expect(ofOther).toEqual(["gap"])
  })

  test("a server that hangs is noticed", async () => {
    const proxy = await openTcpProxy(await startNats(program))
    const bus = openBus(proxy.where, 400)
    await connected(bus)
    proxy.stall()
    await expect.poll(() => bus.isConnected()).toBe(false)
    proxy.resetConnections()
    proxy.resume()
    await connected(bus)
  })

  test("the product starts before the server, and is connected later", async () => {
    const proxy = await openTcpProxy(await startNats(program))
    await proxy.close()
    const bus = openBus(proxy.where)
    const received = await record(bus)
    await expect.poll(() => warnings).toContainEqual({ error: "ECONNREFUSED" })
    await proxy.open()
    await connected(bus)
    expect(received).toEqual(["gap", "gap"])
  })

  test("a wrong password is logged without it, and a shutdown does not wait for the server", async () => {
    const address = new URL(await startNats(program))
    address.password = "canary"
    const bus = new NatsBus(address.href, log)
    await expect.poll(() => warnings.length).toBeGreaterThan(0)
    await bus.close()
    expect(JSON.stringify(warnings)).toMatch(/AuthorizationError/)
    expect(JSON.stringify(warnings)).not.toContain("canary")
  })
})
