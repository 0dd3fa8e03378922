import type { Assertion, Attestation, CreationOptions, RequestOptions } from "@haitech/contract/admin/factors"
import * as contract from "@haitech/contract/admin/factors"
import * as z from "zod/mini"

export interface Credential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

interface Person {
  readonly id: string
  readonly name: string
  readonly displayName: string
}

interface Site {
  readonly name: string
  readonly url: string
}

/** Loaded with the first passkey: the library takes memory that most servers never need. */
const library = () => import("@simplewebauthn/server")

const TIMEOUT_MS = 300_000
/** Ed25519, ES256 and RS256 (COSE): what authenticators have. */
const ALGORITHMS = [-8, -7, -257] as const

/** The host is the relying party: a passkey works on this site, and on no look-alike. */
function relyingParty({ url }: Site) {
  const { hostname, origin } = new URL(url)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** Options for `navigator.credentials.create()`. The device must verify the person, by fingerprint, face or PIN. */
export async function creationOptions(
  site: Site,
  person: Person,
  existing: readonly Credential[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: relyingParty(site).expectedRPID,
    userID: Uint8Array.from(Buffer.from(person.id.replaceAll("-", ""), "hex")),
    userName: person.name,
    userDisplayName: person.displayName,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: existing.map(descriptor),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  })
  return z.parse(contract.CreationOptions, options)
}

/** @returns undefined when the credential is not a new one for this site, with a verified person */
export async function verifyCreation(
  site: Site,
  { response, ...credential }: Attestation,
  expectedChallenge: string,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { transports = [], ...attestation } = response
  const { registrationInfo } = await refused(
    verifyRegistrationResponse({
      ...relyingParty(site),
      response: { ...credential, response: attestation, clientExtensionResults: {} },
      expectedChallenge,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  )
  if (!registrationInfo) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports }
}

export async function requestOptions(site: Site, credentials: readonly Credential[]): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(site).expectedRPID,
    allowCredentials: credentials.map(descriptor),
    timeout: TIMEOUT_MS,
    userVerification: "required",
  })
  return z.parse(contract.RequestOptions, options)
}

/** @returns the new counter of the credential; undefined for a wrong signature, site, challenge or counter */
export async function verifyAssertion(
  site: Site,
  { response, ...assertion }: Assertion,
  { credentialId, publicKey, counter, transports }: Credential,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...signed } = response
  const { verified, authenticationInfo } = await refused(
    verifyAuthenticationResponse({
      ...relyingParty(site),
      response: {
        ...assertion,
        response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")),
        counter,
        transports: [...transports],
      },
    }),
  )
  return verified ? authenticationInfo?.newCounter : undefined
}

/** The challenge that the browser signed; undefined when the data is no JSON. */
export function challengeOf({ response }: Assertion | Attestation): string | undefined {
  try {
    const data = z.safeParse(ClientData, JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()))
    return data.data?.challenge
  } catch {
    return undefined
  }
}

const ClientData = z.object({ challenge: z.string() })

const descriptor = ({ credentialId: id, transports }: Credential) => ({ id, transports: [...transports] })

async function refused<Result extends object>(verification: Promise<Result>): Promise<Partial<Result>> {
  return verification.catch(() => ({}))
}
