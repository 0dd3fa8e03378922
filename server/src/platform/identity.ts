import type { Language } from "@haitech/contract/languages"

export interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
}

/** Binds the callback to the browser that started the sign-in (RFC 9700, 2.1). Stored in that browser meanwhile. */
interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Identity {
  readonly provider: "google" | "sandbox"
  /** @returns the address to redirect the browser to; undefined when the issuer does not respond */
  begin(language: Language): Promise<{ readonly url: string; readonly checks: Checks } | undefined>
  /** `address` is the full callback. @returns undefined when the issuer is unavailable or the callback invalid */
  complete(address: URL, checks: Checks): Promise<Person | undefined>
}
