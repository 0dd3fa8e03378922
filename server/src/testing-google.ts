import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { openIdentity } from "./gateways/identity.ts"
import { type Browser, createTestApp, type TestApp } from "./testing.ts"
import { type Account, followSignIn, type Issuer, openIssuer } from "./testing-issuer.ts"

export const SITE = "http://localhost:3000"
export const REDIRECT = `${SITE}/login/google/callback`
export const MARIE: Account = {
  sub: "117",
  email: "marie@example.org",
  email_verified: true,
  given_name: "Marie-Ange",
  family_name: "Désir",
}

export function setUpGoogle(use: (issuer: Issuer, app: TestApp) => void): void {
  let issuer: Issuer
  let app: TestApp
  beforeAll(async () => {
    issuer = await openIssuer([REDIRECT], MARIE)
  })
  afterAll(() => issuer.close())
  beforeEach(async () => {
    issuer.setAccount(MARIE)
    issuer.alterClaims(undefined)
    app = await createTestApp({ identity: identityOf(issuer) })
    use(issuer, app)
  })
  afterEach(() => app.close())
}

export const identityOf = ({ url }: Issuer, more = {}) =>
  openIdentity({
    issuer: url,
    clientId: "haitech",
    clientSecret: "a secret between the two",
    redirectUri: REDIRECT,
    ...more,
  })

/** Starts a sign-in and consents at Google. @returns the callback path with its query */
export async function consent(browser: Browser, path = "/login/google"): Promise<string> {
  const start = await browser.send("GET", path)
  return followSignIn(start.headers.location ?? "", SITE)
}
