import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { Transform, type TransformCallback } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"

/** A line of 400 kbit/s and 400 ms there and back, on which a connection costs two handshakes, TCP's and TLS's. */
const ROUND_TRIP_MS = 400
const BYTES_PER_MS = 50
const HANDSHAKES = 2
const PACKET_BYTES = 1400

/** Forwards connections to `port` over a slow line. @returns the address, and what closes it */
export async function openSlowLine(port: number): Promise<{ readonly url: string; readonly close: () => void }> {
  const sockets = new Set<Socket>()
  const [up, down] = [lane(), lane()]
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1")
    setTimeout(() => client.pipe(up()).pipe(upstream), HANDSHAKES * ROUND_TRIP_MS)
    upstream.pipe(down()).pipe(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        client.destroy()
        upstream.destroy()
        sockets.delete(socket)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** One direction of the line, whose bandwidth all connections share. Packets arrive one by one. */
function lane() {
  let freeAt = 0
  return () => {
    let arrived = Promise.resolve()
    return new Transform({
      transform(chunk: Buffer, _encoding, done: TransformCallback) {
        for (let sent = 0; sent < chunk.length; sent += PACKET_BYTES) {
          const packet = chunk.subarray(sent, sent + PACKET_BYTES)
          freeAt = Math.max(freeAt, performance.now()) + packet.length / BYTES_PER_MS
          const arrivesAt = freeAt + ROUND_TRIP_MS / 2
          arrived = arrived.then(async () => {
            await sleep(Math.max(0, arrivesAt - performance.now()))
            this.push(packet)
          })
        }
        done()
      },
      flush: (done: TransformCallback) => void arrived.then(() => done()),
    })
  }
}
