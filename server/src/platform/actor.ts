import type { Access } from "@haitech/contract/route"

export interface Member {
  readonly id: string
  readonly isAdmin: boolean
  /** The public id of the session, not its secret. */
  readonly session: string
  /** Signed in with Google a moment ago, which counts like a password. */
  readonly isFreshByGoogle: boolean
}
interface Admin extends Member {
  readonly isAdmin: true
}

export type ActorFor<A extends Access> = A extends "admin" ? Admin : A extends "member" ? Member : Member | null
