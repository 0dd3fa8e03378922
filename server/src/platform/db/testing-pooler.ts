import { type AddressInfo, createConnection, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

const AUTHENTICATION_OK = Buffer.from("520000000800000000", "hex")
const TERMINATE = "X".charCodeAt(0)
const READY_FOR_QUERY = Buffer.from("5a0000000549", "hex")

/** A pooler in transaction mode: all of its clients share one connection to the server at `port`, one after the other. */
export async function openPooler(port: number): Promise<string> {
  let upstream: Socket | undefined
  let current: Socket | undefined
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.on("error", () => undefined)
    client.once("data", (startup) => {
      if (upstream) client.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]))
      else upstream = createConnection(port, "127.0.0.1").on("data", (bytes) => current?.write(bytes))
      current = client
      if (clients.size === 1) upstream.write(startup)
      client.on("data", (bytes) => {
        current = client
        if (bytes[0] !== TERMINATE) upstream?.write(bytes)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    for (const socket of clients) socket.destroy()
    upstream?.destroy()
    server.close()
  })
  return `postgres://haitech@127.0.0.1:${(server.address() as AddressInfo).port}`
}
