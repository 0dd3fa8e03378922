import { Secret, TOTP } from "otpauth"

/** RFC 6238, as every authenticator app expects it, with the 160 bits of RFC 4226. */
const OPTIONS = { algorithm: "SHA1", digits: 6, period: 30 } as const
const SECRET_BYTES = 20

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, { issuer, account }: Record<"issuer" | "account", string>): string {
  return new TOTP({ ...OPTIONS, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/** @returns the time step of a right code, at most one step from `now`; undefined for a wrong code */
export function totpStep(secret: string, token: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...OPTIONS, token, timestamp, window: 1, secret: Secret.fromBase32(secret) })
  return delta === null ? undefined : TOTP.counter({ period: OPTIONS.period, timestamp }) + delta
}
