import { Challenge, ProofOfWork } from "@haitech/contract/proof-of-work"
import { createChallenge, randomInt, verifySolution } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import * as z from "zod/mini"
import type { Limiter } from "./rate-limits/limiter.ts"

/** PBKDF2 iterations per key and keys per challenge: on a cheap phone one second (easiest) to eight (hardest). */
const [ITERATIONS, KEYS] = [1000, 400]
const MAX_DIFFICULTY = 3
const LIFETIME_S = 600
const REPLAY_RULE = { name: "proof.used", limit: 1, windowSeconds: LIFETIME_S }

/** A challenge of the release before has no `until`; the library then checks its own expiry. */
const Data = z.object({ purpose: z.string(), until: z._default(z.number(), Number.POSITIVE_INFINITY) })

/** ALTCHA: a challenge is signed, not stored, and valid once, for ten minutes, and for one purpose. */
export interface ProofsOfWork {
  /** @param difficulty from 0 to 3; each step doubles the work */
  challenge(purpose: string, difficulty: number): Promise<Challenge>
  /** Whether the raw `header` solves a challenge of this purpose for the first time. */
  accept(purpose: string, header: string): Promise<boolean>
}

export function createProofsOfWork(
  keyedHash: (purpose: string, text: string) => string,
  limiter: Limiter,
  now: () => Date,
): ProofsOfWork {
  const secrets = {
    hmacSignatureSecret: keyedHash("proof of work", "signature"),
    hmacKeySignatureSecret: keyedHash("proof of work", "key"),
  }
  return {
    async challenge(purpose, difficulty) {
      const max = KEYS * 2 ** Math.min(Math.max(difficulty, 0), MAX_DIFFICULTY)
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: ITERATIONS,
        counter: randomInt(max, max / 2),
        // Not the library's own `expiresAt`, which goes by the clock of the machine.
        data: { purpose, until: now().getTime() + LIFETIME_S * 1000 },
        deriveKey,
        ...secrets,
      })
      return z.parse(Challenge, challenge)
    },
    async accept(purpose, header) {
      const proof = parseProof(header)
      const data = z.safeParse(Data, proof?.challenge.parameters["data"]).data
      if (!proof || data?.purpose !== purpose || data.until < now().getTime()) return false
      const { verified } = await verifySolution({ ...proof, deriveKey, ...secrets }).catch(() => ({ verified: false }))
      return verified && (await limiter.count(REPLAY_RULE, proof.challenge.signature)).over === 0
    },
  }
}

function parseProof(header: string): ProofOfWork | undefined {
  try {
    return z.safeParse(ProofOfWork, JSON.parse(Buffer.from(header, "base64").toString())).data
  } catch {
    return undefined
  }
}
