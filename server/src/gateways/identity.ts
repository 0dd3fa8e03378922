import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client"

/** Who somebody is, as Google says. `issuer` and `subject` together name a person for good; the address may change. */
interface Person {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
}

/** What ties an answer to the browser that asked (RFC 9700, 2.1). Kept in that browser until it comes back. */
interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Identity {
  /** @returns where to send the browser; nothing when the issuer does not answer */
  begin(): Promise<{ readonly url: string; readonly checks: Checks } | undefined>
  /**
   * Reads what the browser came back with; `address` is the whole one.
   * @returns nothing when the issuer does not answer, or it is not what was asked for
   */
  complete(address: URL, checks: Checks): Promise<Person | undefined>
}

interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the browser comes back to; the issuer must know it. */
  readonly redirectUri: string
}

const PATIENCE_S = 10
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** OpenID Connect: authorization code with PKCE, state and nonce, its token's signature checked (D3, security AU-08). */
export function openIdentity({ issuer, clientId, clientSecret, redirectUri }: Client): Identity {
  const server = new URL(issuer)
  let found: Promise<Configuration> | undefined
  // Asked for with the first sign-in, and again after a failure: a start does not wait for another company.
  const configuration = () => {
    found ??= discovery(server, clientId, clientSecret, undefined, {
      timeout: PATIENCE_S,
      execute: [enableNonRepudiationChecks, ...(LOOPBACK.test(server.hostname) ? [allowInsecureRequests] : [])],
    }).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
  return {
    begin: () =>
      orNothing(async () => {
        const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: "openid email profile",
          prompt: "select_account",
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: "S256",
        })
        return { url: url.href, checks }
      }),
    complete: (address, { state, nonce, verifier }) =>
      orNothing(async () => {
        const tokens = await authorizationCodeGrant(await configuration(), address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        return claims && personOf(claims)
      }),
  }
}

/** What goes wrong at another company, or is forged on the way, is no bug of ours. */
function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined)
}

interface Claims {
  readonly iss: string
  readonly sub: string
  readonly [name: string]: unknown
}

function personOf({ iss, sub, email, email_verified, given_name, family_name }: Claims): Person {
  const text = (value: unknown) => (typeof value === "string" && value.trim() ? value.trim() : null)
  return {
    issuer: iss,
    subject: sub,
    email: text(email),
    isEmailVerified: email_verified === true,
    firstName: text(given_name),
    lastName: text(family_name),
  }
}
