import { createECDH, createPrivateKey, hkdfSync, sign } from "node:crypto"

export interface Signer {
  /** P-256, uncompressed, in Base64url. */
  readonly publicKey: string
  /** ECDSA with SHA-256 in Base64url, as WebCrypto reads it (IEEE P1363). */
  sign(text: string): string
}

/**
 * Signs what devices must recognise without a connection. The key is derived from the installation's secret (HKDF): all
 * processes have the same one, and there is nothing more to store.
 */
export function createSigner(secret: string): Signer {
  const curve = createECDH("prime256v1")
  const scalar = setPrivateKey(curve, secret)
  const point = curve.getPublicKey()
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: scalar.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  })
  return {
    publicKey: point.toString("base64url"),
    sign: (text) => sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url"),
  }
}

/** One of four billion candidates is no key of the curve; the next one is taken instead. */
function setPrivateKey(curve: ReturnType<typeof createECDH>, secret: string, attempt = 0): Buffer {
  const scalar = Buffer.from(hkdfSync("sha256", secret, "", `signatures of course files ${attempt}`, 32))
  try {
    curve.setPrivateKey(scalar)
    return scalar
  } catch (error) {
    if (attempt > 9) throw error
    return setPrivateKey(curve, secret, attempt + 1)
  }
}
