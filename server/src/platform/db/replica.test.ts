import { expect, onTestFinished, test } from "vitest"
import { Replica } from "./replica.ts"
import { emptyDatabase } from "./testing.ts"
import { openTestDb } from "./testing-sql.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"

async function follow(address: string, isPooled = false) {
  const { connection, drop } = await emptyDatabase()
  const primary = openTestDb(connection)
  const lines: unknown[] = []
  const log = { info: (fields: object) => void lines.push(fields), warn: (fields: object) => void lines.push(fields) }
  const replica = new Replica({
    address: { url: address || (await openTcpProxy(connection)).where, isPooled },
    primary: primary.pool,
    now: () => new Date(),
    log,
    measureMs: 20,
  })
  onTestFinished(async () => {
    await replica.close()
    await primary.close()
    await drop()
  })
  await expect.poll(() => lines).toHaveLength(1)
  expect(replica.pool()).toBeUndefined()
  return lines[0]
}

test("a replica that does not answer is not read", async () => {
  expect(await follow("postgres://haitech@127.0.0.1:1/haitech")).toEqual({ fault: "silent" })
})

test("a primary is not read instead of a replica", async () => {
  expect(await follow("")).toEqual({ fault: "promoted" })
})

test("a pooler whose connections lack settings is not read", async () => {
  expect(await follow("", true)).toEqual({ fault: "settings" })
})
