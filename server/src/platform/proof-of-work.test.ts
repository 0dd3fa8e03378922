import type { Challenge } from "@haitech/contract/proof-of-work"
import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import { expect, test } from "vitest"
import { createProofsOfWork } from "./proof-of-work.ts"
import { noLimiter } from "./rate-limits/limiter.ts"
import { createKeyedHash } from "./secret.ts"

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey } as Parameters<typeof solveChallenge>[0])
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

test("a challenge expires ten minutes later by the given clock, whatever the machine's clock says", async () => {
  let time = new Date("2020-01-02T03:04:05Z")
  const proofs = createProofsOfWork(createKeyedHash("a secret for tests"), noLimiter, () => time)
  const proof = await solve(await proofs.challenge("sign-in", 0))
  time = new Date("2020-01-02T03:14:05Z")
  expect(await proofs.accept("sign-in", proof)).toBe(true)
  expect(await proofs.accept("reset", proof)).toBe(false)
  time = new Date("2020-01-02T03:14:06Z")
  expect(await proofs.accept("sign-in", proof)).toBe(false)
})
