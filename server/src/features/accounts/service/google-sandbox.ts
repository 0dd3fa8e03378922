import { randomBytes } from "node:crypto"
import { GOOGLE_TEST_PEOPLE } from "@haitech/contract/accounts"
import { pathIn } from "@haitech/contract/languages"
import type { Identity } from "#platform/identity.ts"
import { isSameSecret } from "#platform/secret.ts"

export const TEST_GOOGLE_PATH = "/login/test-google/"
const ISSUER = "sandbox"

/** Stands in for Google where it is not set up (D3): a page of ours names a few invented people. */
export function createGoogleSandbox(): Identity {
  return {
    provider: "sandbox",
    async begin(language) {
      const state = randomBytes(24).toString("base64url")
      return { url: pathIn(language, TEST_GOOGLE_PATH + state), checks: { state, nonce: "", verifier: "" } }
    },
    async complete({ searchParams }, { state }) {
      const person = GOOGLE_TEST_PEOPLE.find(({ id }) => id === searchParams.get("code"))
      if (!person || !isSameSecret(searchParams.get("state") ?? "", state)) return undefined
      const { id: subject, ...claims } = person
      return { ...claims, issuer: ISSUER, subject }
    },
  }
}
