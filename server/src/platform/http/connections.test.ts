import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, onTestFinished, test, vi } from "vitest"
import { trackConnections } from "./connections.ts"

test("shutdown closes connections without a complete request and still sends a pending response", async () => {
  let response: ServerResponse | undefined
  const server = createServer((_, serverResponse) => {
    response = serverResponse
  })
  const connections = trackConnections(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const open = async (text: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    await once(socket, "connect")
    socket.write(text)
    return { socket, ended: once(socket, "close") }
  }
  const [silent, half] = [await open(""), await open("GET / HTTP/1.1\r\nhost: x\r\n")]
  const complete = await open("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
  await expect.poll(() => response).toBeDefined()
  const closed = once(server, "close")
  server.close()
  connections.end()
  for (const { socket, ended } of [silent, half]) {
    socket.on("error", () => undefined)
    await ended
  }
  const data = once(complete.socket, "data")
  response?.end("done")
  expect(String(await data)).toContain("done")
  await closed
})

test("after the last connection no timer is left", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  trackConnections(createServer()).end()
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
})
