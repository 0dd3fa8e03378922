import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { FastifyInstance } from "fastify"
import { WebSocketServer } from "ws"
import type { Member } from "#platform/actor.ts"
import { isForeign } from "#platform/http/security.ts"
import { addressSubject } from "#platform/rate-limits/limiter.ts"
import type { createAddressLimits } from "./address-limits.ts"
import { ADMIN_TOPIC, type Connection, MAX_FRAMES } from "./connections.ts"
import { refuse, refuseUnlessVite } from "./refusals.ts"

interface Caller {
  readonly address: string
  readonly secret: string | undefined
  readonly guest: string | undefined
}

export interface UpgradeOptions {
  readonly siteUrl: string
  readonly readCaller: (request: IncomingMessage) => Caller
  readonly authenticateMember: (secret: string) => Promise<Member | null>
  readonly topicsOf: (caller: {
    readonly member: Member | null
    readonly guest: string | undefined
  }) => Promise<string[]>
}

interface Admission {
  readonly limits: ReturnType<typeof createAddressLimits>
  readonly hasCapacity: () => boolean
  readonly onConnection: (connection: Connection) => void
}

const PATH = "/ws"
const FRAME_BYTES = 16 * 1024

/** Accepts upgrade requests of our own pages and refuses all others. @returns a function that stops accepting */
export function acceptUpgrades(app: FastifyInstance, options: UpgradeOptions, admission: Admission): () => void {
  const { limits, hasCapacity, onConnection } = admission
  const site = new URL(options.siteUrl)
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    maxFragments: MAX_FRAMES,
    perMessageDeflate: false,
  })

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (request.url?.split("?")[0] !== PATH) return refuseUnlessVite(app, stream)
    if (isForeign({ method: "POST", headers: request.headers }, site)) return refuse(stream, "403 Forbidden")
    const caller = options.readCaller(request)
    const subject = addressSubject(caller.address)
    if (!limits.allowsUpgrade(subject)) return refuse(stream, "429 Too Many Requests")
    if (!hasCapacity()) return refuse(stream, "503 Service Unavailable")
    // Count before the first await, so that concurrent upgrades count, too. Every connection ends with "close".
    limits.countOpen(subject, stream)
    const identity = await identify(caller, options)
    if (stream.destroyed) return
    if (!hasCapacity()) return refuse(stream, "503 Service Unavailable")
    server.handleUpgrade(request, stream, head, (socket) => {
      onConnection({ socket, stream, ...identity, isAlive: true, frames: 0 })
    })
  }

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy())
    upgrade(request, stream, head).catch(() => refuse(stream, "503 Service Unavailable"))
  }
  app.server.on("upgrade", onUpgrade)
  return () => app.server.off("upgrade", onUpgrade)
}

async function identify({ secret, guest }: Caller, { authenticateMember, topicsOf }: UpgradeOptions) {
  const member = secret ? await authenticateMember(secret) : null
  const topics = [...(await topicsOf({ member, guest })), ...(member?.isAdmin ? [ADMIN_TOPIC] : [])]
  return { owner: member && secret ? { member, secret } : null, topics }
}
