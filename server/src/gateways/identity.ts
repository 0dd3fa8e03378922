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
import type { Identity, Person } from "#platform/identity.ts"

interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

const TIMEOUT_S = 10
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

export function discover({ issuer, clientId, clientSecret }: Omit<Client, "redirectUri">): Promise<Configuration> {
  const server = new URL(issuer)
  return discovery(server, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    execute: [enableNonRepudiationChecks, ...(LOOPBACK.test(server.hostname) ? [allowInsecureRequests] : [])],
  })
}

/** OpenID Connect: authorization code with PKCE, state, nonce and a verified token signature (D3, security AU-08). */
export function openIdentity({ issuer, clientId, clientSecret, redirectUri }: Client): Identity {
  const client = { issuer, clientId, clientSecret }
  let discovered: Promise<Configuration> | undefined
  // Discovered at the first sign-in, and again after a failure, so that the start does not depend on the issuer.
  const configuration = () => {
    discovered ??= discover(client).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    provider: "google",
    begin: () =>
      ignoreErrors(async () => {
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
      ignoreErrors(async () => {
        const tokens = await authorizationCodeGrant(await configuration(), address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        return claims && toPerson(claims)
      }),
  }
}

/** Errors of the issuer and forged callbacks are expected, so they become undefined. */
function ignoreErrors<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined)
}

interface Claims {
  readonly iss: string
  readonly sub: string
  readonly [name: string]: unknown
}

function toPerson({ iss, sub, email, email_verified, given_name, family_name }: Claims): Person {
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
