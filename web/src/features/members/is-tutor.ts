import type { Profile } from "@haitech/contract/members"
import { mayCall } from "@haitech/contract/roles"

/** Whether the member has the page of a tutor. */
export function isTutor(profile: Pick<Profile, "role" | "isRoleWaiting"> | undefined): boolean {
  return profile !== undefined && !profile.isRoleWaiting && mayCall("tutor", profile.role)
}
