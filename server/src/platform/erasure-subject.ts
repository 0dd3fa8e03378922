/** `email` is null until verified: an account with a stranger's address must not erase or read that stranger's data. */
export interface ErasureSubject {
  readonly userId: string
  readonly email: string | null
}
