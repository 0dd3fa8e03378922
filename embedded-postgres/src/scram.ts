import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto"

const CLIENT_NONCE_BYTES = 18
const KEY_BYTES = 32
/** "n,,", the header for a client without channel binding, in base64. */
const NO_CHANNEL_BINDING = "biws"

/** The client's side of one SCRAM-SHA-256 authentication (RFC 5802 and RFC 7677). */
export interface Scram {
  /** The first message, without the header "n,,". */
  readonly first: string
  /** The answer to the server's first message. @throws Error when the server did not continue this exchange. */
  final(serverFirst: string): string
  /** @throws Error when the server does not know the password. */
  verify(serverFinal: string): void
}

export function scram(user: string, password: string, nonce = newNonce()): Scram {
  const first = `n=${user},r=${nonce}`
  let expected = Buffer.alloc(0)
  return {
    first,
    final(serverFirst) {
      const { r = "", s = "", i = "" } = attributesOf(serverFirst)
      if (!r.startsWith(nonce)) throw new Error("the server answers another SCRAM exchange")
      const salted = pbkdf2Sync(password, Buffer.from(s, "base64"), Number(i), KEY_BYTES, "sha256")
      const withoutProof = `c=${NO_CHANNEL_BINDING},r=${r}`
      const exchange = [first, serverFirst, withoutProof].join(",")
      const clientKey = hmac(salted, "Client Key")
      const signature = hmac(createHash("sha256").update(clientKey).digest(), exchange)
      expected = hmac(hmac(salted, "Server Key"), exchange)
      const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)))
      return `${withoutProof},p=${proof.toString("base64")}`
    },
    verify(serverFinal) {
      const signature = Buffer.from(attributesOf(serverFinal)["v"] ?? "", "base64")
      const isValid = signature.length === expected.length && timingSafeEqual(signature, expected)
      if (!isValid || expected.length === 0) throw new Error("the server does not know the password")
    },
  }
}

function newNonce(): string {
  return randomBytes(CLIENT_NONCE_BYTES).toString("base64")
}

function attributesOf(text: string): Partial<Record<string, string>> {
  return Object.fromEntries(text.split(",").map((attribute) => [attribute.slice(0, 1), attribute.slice(2)]))
}

function hmac(key: Buffer, text: string) {
  return createHmac("sha256", key).update(text).digest()
}
