/**
 * A secret of 20 to 64 letters, digits, `-` and `_` that a client generates per request and sends again with a retry: it
 * proves that both have the same sender (draft-ietf-httpapi-idempotency-key-header).
 */
export const IDEMPOTENCY_HEADER = "idempotency-key"
/** A solved challenge: the JSON of `ProofOfWork` in Base64. */
export const PROOF_HEADER = "proof-of-work"
