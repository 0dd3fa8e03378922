import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { findWeakSecrets } from "./setting-doubts.ts"

test("random secrets are not weak, in base64 and in hexadecimal digits", () => {
  for (let round = 0; round < 500; round++) {
    const hash = createHash("sha256").update(String(round))
    const [session, inbound] = [hash.copy().digest("base64"), hash.digest("hex")]
    expect(findWeakSecrets({ SESSION_SECRET: session, INBOUND_SECRET: inbound })).toEqual([])
  }
})

test("secrets that somebody typed or copied are weak", () => {
  expect(
    findWeakSecrets({
      SESSION_SECRET: "at-least-32-characters-as-the-manual-says",
      INBOUND_SECRET: "abcabcabcabcabcabcabcabcabcabcabcabc",
      METRICS_TOKEN: "change-me-please-now",
      STRIPE_SECRET_KEY: "sk_test_1",
    }),
  ).toEqual(["SESSION_SECRET", "INBOUND_SECRET", "METRICS_TOKEN"])
})
