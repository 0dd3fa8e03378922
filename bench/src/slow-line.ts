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
    const opensAt = performance.now() + HANDSHAKES * ROUND_TRIP_MS
    client.pipe(up(opensAt)).pipe(upstream)
    upstream.pipe(down(opensAt)).pipe(client)
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
  return (opensAt: number) =>
    new Transform({
      async transform(chunk: Buffer, _encoding, done: TransformCallback) {
        const startsAt = Math.max(freeAt, performance.now(), opensAt)
        freeAt = startsAt + chunk.length / BYTES_PER_MS
        for (let sent = 0; sent < chunk.length; sent += PACKET_BYTES) {
          const packet = chunk.subarray(sent, sent + PACKET_BYTES)
          const arrivesAt = startsAt + (sent + packet.length) / BYTES_PER_MS + ROUND_TRIP_MS / 2
          await sleep(Math.max(0, arrivesAt - performance.now()))
          this.push(packet)
        }
        done()
      },
    })
}
