import { Challenge, ProofOfWork } from "@haitech/contract/proof-of-work"
import { createChallenge, randomInt, verifySolution } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import * as z from "zod/mini"
import type { Limiter } from "./rate-limits/limiter.ts"

/**
 * Iterations of PBKDF2 per key, and how many keys a browser derives at the most. The easiest challenge takes a cheap
 * phone about a second, the hardest about eight.
 */
const [ITERATIONS, KEYS] = [1000, 400]
const HARDEST = 3
const LIFETIME_S = 600
const USED = { name: "proof.used", limit: 1, windowSeconds: LIFETIME_S }

/**
 * Asks a browser for a proof of work instead of turning a person away (ALTCHA, `altcha-lib`): no puzzle, no third party,
 * no tracking. A challenge is signed, not stored. It works once, for ten minutes, and for one purpose.
 */
export interface ProofsOfWork {
  /** @param difficulty from 0; each step takes twice as long, up to 3 */
  challenge(purpose: string, difficulty: number): Promise<Challenge>
  /** Is this the solved challenge of this purpose, used for the first time? `header` is as it came. */
  accept(purpose: string, header: string): Promise<boolean>
}

/** @param keyedHash makes the two secrets that sign the challenges from the installation's secret */
export function createProofsOfWork(
  keyedHash: (purpose: string, text: string) => string,
  limiter: Limiter,
): ProofsOfWork {
  const secrets = {
    hmacSignatureSecret: keyedHash("proof of work", "signature"),
    hmacKeySignatureSecret: keyedHash("proof of work", "key"),
  }
  return {
    async challenge(purpose, difficulty) {
      const most = KEYS * 2 ** Math.min(Math.max(difficulty, 0), HARDEST)
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: ITERATIONS,
        counter: randomInt(most, most / 2),
        data: { purpose },
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + LIFETIME_S,
        ...secrets,
      })
      return z.parse(Challenge, challenge)
    },
    async accept(purpose, header) {
      const proof = proofIn(header)
      if (!proof || purposeOf(proof.challenge) !== purpose) return false
      const { verified } = await verifySolution({ ...proof, deriveKey, ...secrets }).catch(() => ({ verified: false }))
      return verified && (await limiter.count(USED, proof.challenge.signature)).over === 0
    },
  }
}

function proofIn(header: string): ProofOfWork | undefined {
  try {
    return z.safeParse(ProofOfWork, JSON.parse(Buffer.from(header, "base64").toString())).data
  } catch {
    return undefined
  }
}

function purposeOf({ parameters }: Challenge): unknown {
  const data = parameters["data"]
  return typeof data === "object" && data !== null && "purpose" in data ? data.purpose : undefined
}
