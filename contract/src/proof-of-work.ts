import * as z from "zod/mini"

/** A challenge of ALTCHA, version 2; `signature` proves that the server issued it. */
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

export const ProofOfWork = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().check(z.minimum(0)), derivedKey: z.string() }),
})
export type ProofOfWork = z.output<typeof ProofOfWork>
