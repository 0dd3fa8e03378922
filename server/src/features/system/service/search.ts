import type { SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { searchUsers } from "#features/accounts/service/search.ts"
import { searchAppointments } from "#features/appointments/service/search.ts"
import { searchThreads } from "#features/chat/service/search.ts"
import { searchDonations } from "#features/donations/service/search.ts"
import { searchGroups } from "#features/groups/service/search.ts"
import { searchCourses } from "#features/learning/service/search.ts"
import { searchContacts, searchMemberships } from "#features/outreach/service/search.ts"
import { searchPosts, searchTeam, searchTestimonials } from "#features/publishing/service/search.ts"
import { searchApplications } from "#features/volunteers/service/search.ts"
import { createConcurrencyLimit } from "#platform/concurrency-limit.ts"
import { hasWords } from "#platform/lists/search.ts"

const SEARCHES: readonly ((deps: Deps, q: string) => Promise<SearchGroup>)[] = [
  searchUsers,
  searchApplications,
  searchMemberships,
  searchContacts,
  searchThreads,
  searchAppointments,
  searchDonations,
  searchGroups,
  searchCourses,
  searchPosts,
  searchTeam,
  searchTestimonials,
]

/** Of the pool, so that one search leaves connections to everybody else. */
const CONNECTIONS = 3

export async function searchRecords(deps: Deps, q: string): Promise<SearchGroup[]> {
  if (!hasWords(q)) return []
  const limited = createConcurrencyLimit(CONNECTIONS, SEARCHES.length)
  const groups = await Promise.all(SEARCHES.map((search) => limited(() => search(deps, q))))
  return groups.filter(({ total }) => total > 0)
}
