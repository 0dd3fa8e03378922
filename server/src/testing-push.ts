import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { PushMessage } from "@haitech/contract/notifications"
import { importJWK, jwtVerify } from "jose"
import { webPush } from "./gateways/push.ts"
import type { Push } from "./platform/push.ts"

const PRIVATE_KEY = "Gk1CLsyAIEXbCK8K1QtyBPpCbW2SQR1AtxUl5RHYbX8"
export const VAPID = {
  privateKey: PRIVATE_KEY,
  publicKey: publicKeyOf(PRIVATE_KEY),
  subject: "mailto:hello@example.org",
}

interface Received {
  readonly device: string
  readonly message: PushMessage
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
}

/** A browser's subscription at the double, as `PushSubscription.toJSON` gives it. */
interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A push service (RFC 8030) on this machine: it verifies the signature (RFC 8292) and decrypts as a browser does. */
export interface PushDouble {
  readonly push: Push
  readonly received: readonly Received[]
  readonly refused: readonly string[]
  subscribe(device: string): Subscription
  /** How the service answers for a device from now on. */
  answer(device: string, status: number): void
  close(): Promise<void>
}

/** Subscriptions have an `https:` address, which the gateway reaches at this double. */
export async function startPushService(): Promise<PushDouble> {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const statuses = new Map<string, number>()
  const received: Received[] = []
  const refused: string[] = []
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = webPush(VAPID, (url) => url.origin === origin)

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const device = (request.url ?? "").slice("/push/".length)
    const status = await statusOf(device, request, body).catch((error: Error) => {
      refused.push(error.message)
      return 403
    })
    response.writeHead(status).end()
  }

  async function statusOf(device: string, { method, headers }: IncomingMessage, body: Buffer): Promise<number> {
    const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? []
    if (method !== "POST" || key !== VAPID.publicKey) throw new Error("not signed by the site")
    const { payload } = await jwtVerify(token, await verificationKey(VAPID.publicKey), { audience: origin })
    if (payload.sub !== VAPID.subject || (payload.exp ?? 0) * 1000 > Date.now() + 86_400_000)
      throw new Error("a signature without subject or end")
    if (headers["content-encoding"] !== "aes128gcm") throw new Error("another encoding")
    const browser = browsers.get(device)
    const status = statuses.get(device) ?? 201
    if (!browser || status !== 201) return browser ? status : 404
    const [ttl, urgency, topic] = [Number(headers["ttl"]), String(headers["urgency"]), String(headers["topic"])]
    received.push({ device, message: JSON.parse(decrypt(body, browser.ecdh, browser.auth)), ttl, urgency, topic })
    return 201
  }

  return {
    push: {
      publicKey: VAPID.publicKey,
      accepts: (endpoint) => endpoint.startsWith(SERVICE),
      send: ({ endpoint, ...keys }, delivery) =>
        gateway.send({ ...keys, endpoint: endpoint.replace(SERVICE, `${origin}/push/`) }, delivery),
    },
    received,
    refused,
    subscribe(device) {
      const ecdh = createECDH("prime256v1")
      const auth = randomBytes(16)
      browsers.set(device, { ecdh, auth })
      const p256dh = ecdh.generateKeys("base64url")
      return { endpoint: SERVICE + device, keys: { p256dh, auth: auth.toString("base64url") } }
    },
    answer: (device, status) => void statuses.set(device, status),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const SERVICE = "https://push.example/push/"
const [SALT_BYTES, RECORD_BYTES, KEY_BYTES] = [16, 4, 65]

/** RFC 8188 and RFC 8291, one record. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES)
  const keyStart = SALT_BYTES + RECORD_BYTES + 1
  const sender = body.subarray(keyStart, keyStart + KEY_BYTES)
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const record = body.subarray(keyStart + KEY_BYTES)
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8")
}

function verificationKey(publicKey: string) {
  const point = Buffer.from(publicKey, "base64url")
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"))
  return importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256")
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(privateKey, "base64url")
  return pair.getPublicKey("base64url")
}
