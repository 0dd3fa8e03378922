import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import Fastify from "fastify"
import { expect, onTestFinished, test } from "vitest"
import { trackConnections } from "./connections.ts"
import { handleErrors } from "./errors.ts"
import { limitRequestsInWork } from "./overload.ts"

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function openServer() {
  const app = Fastify()
  const release = Promise.withResolvers<void>()
  handleErrors(app, QUIET as never)
  const connections = trackConnections(app.server)
  limitRequestsInWork(app, connections)
  app.get("/slow", async () => {
    await release.promise
    return "done"
  })
  app.get("/healthz", async () => "live")
  await app.listen({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => app.close())
  return { port: (app.server.address() as AddressInfo).port, release: release.resolve, connections }
}

/** Sends requests on one connection without waiting, and returns what arrives until the server has answered them all. */
async function pipeline(port: number, urls: readonly string[]) {
  const socket = connect(port, "127.0.0.1")
  onTestFinished(() => void socket.destroy())
  await once(socket, "connect")
  let text = ""
  socket.on("data", (chunk) => (text += chunk))
  socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`).join(""))
  return {
    statuses: () => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status),
    text: () => text,
    socket,
  }
}

test("of requests sent on one connection without waiting, eight are in work and the others refused", async () => {
  const { port, release } = await openServer()
  const { statuses, text } = await pipeline(port, Array(12).fill("/slow"))
  const other = await pipeline(port, ["/healthz"])
  await expect.poll(other.statuses).toEqual(["200"])
  release()
  await expect.poll(statuses).toEqual([...Array(8).fill("200"), ...Array(4).fill("503")])
  expect(text()).toContain("retry-after: 1")
})

test("beyond 500 requests in work all but health checks are refused, and afterwards none", async () => {
  const { port, release } = await openServer()
  const busy = await Promise.all(Array.from({ length: 63 }, () => pipeline(port, Array(8).fill("/slow"))))
  const refused = await pipeline(port, ["/slow"])
  await expect.poll(refused.statuses).toEqual(["503"])
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  release()
  for (const { statuses } of busy) await expect.poll(() => statuses().length).toBe(8)
  expect((await fetch(`http://127.0.0.1:${port}/slow`)).status).toBe(200)
})

test("requests are no longer in work once their client has left, though nobody answers them", async () => {
  const { port, connections } = await openServer()
  const { socket } = await pipeline(port, Array(8).fill("/slow"))
  await expect.poll(() => connections.requests()).toBe(8)
  socket.destroy()
  await expect.poll(() => connections.requests()).toBe(0)
})
