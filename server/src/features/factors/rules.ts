const MINUTE_MS = 60_000

export function setupExpiryOf(now: Date): Date {
  return new Date(now.getTime() + 10 * MINUTE_MS)
}

/** As people type them: in any case, with or without dashes, and with the signs that Crockford's base32 lacks. */
export function normalizeRecoveryCode(code: string): string {
  return code
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
}

export function isTotp(code: string): boolean {
  return /^\d{6}$/.test(code)
}
