import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** An HTTP proxy that holds back responses, or the rest of their bodies, like a connection that stalls without an error. */
export interface BodyProxy {
  readonly url: string
  /** The paths that were asked for, in their order. */
  readonly requests: readonly string[]
  /** Holds the next response for `path` back after this share of its body; with 0 not even its head is sent. */
  hold(path: string, share?: number): Promise<HeldBody>
  close(): Promise<void>
}

interface HeldBody {
  /** Sends another share of the body. */
  send(share: number): void
  /** Sends all of the rest. */
  end(): void
}

type Send = (response: ServerResponse, body: Buffer) => void

export async function openBodyProxy(target: string): Promise<BodyProxy> {
  const requests: string[] = []
  const holds = new Map<string, Send>()
  const server = createServer((incoming, response) => {
    const path = incoming.url?.split("?")[0] ?? ""
    requests.push(path)
    const send = holds.get(path)
    holds.delete(path)
    const forwarded = request(
      target + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      async (received) => {
        const body = await readBody(received)
        response.writeHead(received.statusCode ?? 500, received.headers)
        if (send) send(response, body)
        else response.end(body)
      },
    )
    forwarded.on("error", () => response.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    hold(path, share = 0) {
      return new Promise((resolve) => {
        holds.set(path, (response, body) => resolve(holdBack(response, body, share)))
      })
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readBody(received: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of received) parts.push(part)
  return Buffer.concat(parts)
}

function holdBack(response: ServerResponse, body: Buffer, share: number): HeldBody {
  let at = 0
  const send = (next: number) => {
    const from = at
    at += Math.floor(body.length * next)
    if (at > from) response.write(body.subarray(from, at))
  }
  send(share)
  return { send, end: () => void response.end(body.subarray(at)) }
}
