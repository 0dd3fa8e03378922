import { expect, test } from "vitest"
import { createSigner } from "./signatures.ts"

const CURVE = { name: "ECDSA", namedCurve: "P-256" }

/** As a browser does it. */
async function isSigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", Buffer.from(publicKey, "base64url"), CURVE, false, ["verify"])
  const bytes = Buffer.from(signature, "base64url")
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, bytes, Buffer.from(text))
}

test("a browser verifies what any process with the same secret signed, and nothing else", async () => {
  const [one, two, other] = [createSigner("secret"), createSigner("secret"), createSigner("another")]
  expect(one.publicKey).toBe(two.publicKey)
  const signature = one.sign("Kou a")
  expect(signature).toMatch(/^[\w-]{86}$/)
  expect(await isSigned(two.publicKey, "Kou a", signature)).toBe(true)
  expect(await isSigned(two.publicKey, "kou a", signature)).toBe(false)
  expect(await isSigned(other.publicKey, "Kou a", signature)).toBe(false)
})
