import * as z from "zod/mini"

/**
 * A calculation that the server demands from the browser (ALTCHA, version 2). `parameters` define it; `signature` proves
 * that the server issued them.
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

/** The value of the header `PROOF_HEADER`. */
export const ProofOfWork = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().check(z.minimum(0)), derivedKey: z.string() }),
})
export type ProofOfWork = z.output<typeof ProofOfWork>
