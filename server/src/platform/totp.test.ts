import { expect, test } from "vitest"
import { createTotpSecret, totpAddress, totpStep } from "./totp.ts"

/** RFC 6238, appendix B, with the last six of the eight digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds the code of RFC 6238 is right, one step early and late, and no further", (seconds, token) => {
  const step = Math.floor(seconds / 30)
  const at = (steps: number) => totpStep(RFC_SECRET, token, new Date((step + steps) * 30_000))
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined])
})

test("a secret has 160 bits, and its address holds what apps expect", () => {
  const secret = createTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(totpAddress(secret, { issuer: "HaiTech & Co", account: "ada" }))
  expect(address.protocol + address.host).toBe("otpauth:totp")
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: "HaiTech & Co",
    secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  })
})
