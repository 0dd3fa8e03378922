/** A random key that a retry repeats: it proves the same sender (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_HEADER = "idempotency-key"
/** A solved challenge: the JSON of `ProofOfWork` in Base64. */
export const PROOF_HEADER = "proof-of-work"
