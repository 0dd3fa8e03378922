import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import type { CreationOptions, RequestOptions } from "@haitech/contract/admin/factors"

const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64]

export interface Forgery {
  readonly origin?: string
  readonly isVerified?: boolean
  readonly challenge?: string
  readonly counter?: number
}

/** A passkey in software (WebAuthn, ES256, attestation `none`). Each option forges one part of what it sends. */
export function openAuthenticator(site = "http://localhost:3000") {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const id = randomBytes(32)
  let counter = 0
  const credential = { id: encode(id), rawId: encode(id), type: "public-key" as const }
  const authData = (rpId: string, flags: number, count: number, attested = Buffer.alloc(0)) => {
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags)
    tail.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), tail, attested])
  }
  const clientData = (type: string, challenge: string, { origin = site, challenge: forged = challenge }: Forgery) =>
    Buffer.from(JSON.stringify({ type, challenge: forged, origin, crossOrigin: false }))
  return {
    id: credential.id,
    create({ challenge, rp }: CreationOptions, forgery: Forgery = {}) {
      const length = Buffer.from([0, id.length])
      const key = Buffer.concat([hex("a5010203262001215820"), decode(x), hex("225820"), decode(y)])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const data = authData(rp.id, PRESENT | ATTESTED | verified(forgery), counter, attested)
      const head = Buffer.concat([hex("a3"), cborText("fmt"), cborText("none"), cborText("attStmt"), hex("a0")])
      const size = Buffer.from([0x59, data.length >> 8, data.length & 255])
      const attestationObject = encode(Buffer.concat([head, cborText("authData"), size, data]))
      const clientDataJSON = encode(clientData("webauthn.create", challenge, forgery))
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ["internal"] } }
    },
    get({ challenge, rpId }: RequestOptions, forgery: Forgery = {}) {
      counter += 1
      const data = authData(rpId, PRESENT | verified(forgery), forgery.counter ?? counter)
      const json = clientData("webauthn.get", challenge, forgery)
      const signature = sign("sha256", Buffer.concat([data, sha256(json)]), privateKey)
      return {
        ...credential,
        response: { clientDataJSON: encode(json), authenticatorData: encode(data), signature: encode(signature) },
      }
    },
  }
}

const encode = (bytes: Buffer) => bytes.toString("base64url")
const decode = (text: string) => Buffer.from(text, "base64url")
const hex = (digits: string) => Buffer.from(digits, "hex")
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest()
const verified = ({ isVerified = true }: Forgery) => (isVerified ? VERIFIED : 0)
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
