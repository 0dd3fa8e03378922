import type { Finding } from "@haitech/contract/admin/system"
import { authorizationCodeGrant, ResponseBodyError } from "openid-client"
import { discover } from "#gateways/identity.ts"
import { finding, reasonOf } from "#platform/system/finding.ts"

interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

/** Whether Google knows us: it refuses an invented code in one way, and an unknown client in another (RFC 6749, 5.2). */
export async function checkIdentity(client: Client | undefined): Promise<readonly Finding[]> {
  if (!client) return [finding("google_off")]
  try {
    const configuration = await discover(client)
    const address = new URL(client.redirectUri)
    address.search = `${new URLSearchParams({ code: "a-check-of-the-settings", iss: client.issuer })}`
    await authorizationCodeGrant(configuration, address)
    return [finding("google_ready")]
  } catch (error) {
    if (!(error instanceof ResponseBodyError)) return [finding("google_silent", { reason: reasonOf(error) })]
    if (error.error === "invalid_grant") return [finding("google_ready")]
    return [finding("google_refused", { reason: error.error })]
  }
}
