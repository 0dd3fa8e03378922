/**
 * The person whose data is erased or exported. `email` is null until the person has verified it: an account that
 * registers with another visitor's address must not erase or read that visitor's data.
 */
export interface ErasureSubject {
  readonly userId: string
  readonly email: string | null
}
