import type { Role } from "@haitech/contract/accounts"
import type { Access } from "@haitech/contract/route"

export interface Member {
  readonly id: string
  readonly isAdmin: boolean
  /** `student` while the chosen role waits for approval. */
  readonly role: Role
  /** Signed in as an administrator who must set up a second factor before anything else is open. */
  readonly lacksFactor: boolean
  /** The public id of the session, not its secret. */
  readonly session: string
  /** Signed in with Google a moment ago, which counts like a password. */
  readonly isFreshByGoogle: boolean
  /** Signed in, or confirmed the password, a moment ago. */
  readonly isFresh: boolean
}
interface Admin extends Member {
  readonly isAdmin: true
}

export type ActorFor<A extends Access> = A extends "admin"
  ? Admin
  : A extends "member" | "tutor" | "ambassador" | "any-admin"
    ? Member
    : Member | null
