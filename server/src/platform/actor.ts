import type { Access } from "@haitech/contract/route"

/** Who calls, as the session says. */
export interface Member {
  readonly id: string
  readonly isAdmin: boolean
}
interface Admin extends Member {
  readonly isAdmin: true
}

/** The route's access decides what its handler may assume about the caller. */
export type ActorFor<A extends Access> = A extends "admin" ? Admin : A extends "member" ? Member : Member | null
