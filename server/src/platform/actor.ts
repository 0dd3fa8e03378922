import type { Access } from "@haitech/contract/route"

/** Who calls, as the session says. */
export interface Member {
  readonly id: string
  readonly isAdmin: boolean
  /** The name of the session, which is not its secret. */
  readonly session: string
  /** Signed in with Google a moment ago: as good as a password. */
  readonly isFreshByGoogle: boolean
}
interface Admin extends Member {
  readonly isAdmin: true
}

/** The route's access decides what its handler may assume about the caller. */
export type ActorFor<A extends Access> = A extends "admin" ? Admin : A extends "member" ? Member : Member | null
