import * as z from "zod/mini"

/**
 * A calculation that a browser must do before the server goes on (ALTCHA, version 2). `parameters` say what to
 * calculate, `signature` that the server made them.
 */
export const Challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
  }),
  signature: z.string(),
})
export type Challenge = z.output<typeof Challenge>

/** What the header `PROOF_HEADER` carries. */
export const ProofOfWork = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().check(z.minimum(0)), derivedKey: z.string() }),
})
export type ProofOfWork = z.output<typeof ProofOfWork>
