import { once } from "node:events"
import { expect, inject, onTestFinished, test } from "vitest"
import { WebSocket } from "ws"
import { NatsBus } from "./gateways/nats.ts"
import { databaseBus } from "./platform/bus.ts"
import { createLog } from "./platform/log.ts"
import { createTestApp, register } from "./testing.ts"
import { startNats } from "./testing-nats.ts"

const program = inject("natsServer")

test.skipIf(!program)("a session that ends in one process closes its socket in another, through NATS", async () => {
  const address = await startNats(program ?? "")
  const [workerBus, bus] = [new NatsBus(address, createLog("silent")), new NatsBus(address, createLog("silent"))]
  const worker = await createTestApp({ bus: workerBus })
  const other = await createTestApp({ database: worker.database, bus })
  onTestFinished(async () => {
    await Promise.all([bus.close(), workerBus.close()])
    await other.close()
    await worker.close()
  })
  await expect.poll(() => bus.isConnected() && workerBus.isConnected()).toBe(true)
  await workerBus.forward(databaseBus(worker.database), ["sessions"])
  const ada = await register(worker, "ada")
  const url = await other.app.listen({ port: 0, host: "127.0.0.1" })
  const headers = { origin: "http://localhost:3000", cookie: ada.cookie() }
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers })
  await once(socket, "open")
  const closed = once(socket, "close")
  await ada.send("DELETE", "/api/user/sessions")
  expect((await closed)[0]).toBe(1008)
})
