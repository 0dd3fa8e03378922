import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { expect, test } from "vitest"
import { connectionsOf } from "./connections.ts"

test("at the goodbye a connection without a question, or with half of one, ends; an answer under way still goes out", async () => {
  let answer: ServerResponse | undefined
  const server = createServer((_, response) => {
    answer = response
  })
  const connections = connectionsOf(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const dial = async (said: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    await once(socket, "connect")
    socket.write(said)
    return { socket, ended: once(socket, "close") }
  }
  const [silent, half] = [await dial(""), await dial("GET / HTTP/1.1\r\nhost: x\r\n")]
  const asking = await dial("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
  await expect.poll(() => answer).toBeDefined()
  const closed = once(server, "close")
  server.close()
  connections.end()
  for (const { socket, ended } of [silent, half]) {
    socket.on("error", () => undefined)
    await ended
  }
  const heard = once(asking.socket, "data")
  answer?.end("done")
  expect(String(await heard)).toContain("done")
  await closed
})
