import type { SearchKind } from "@haitech/contract/admin/search"
import { STATUSES as SESSION_STATES } from "#features/appointments/admin/labels.ts"
import { STATUSES as DONATION_STATES } from "#features/donations/admin/statuses.ts"
import { STATES as CONTACT_STATES } from "#features/outreach/admin/contact-detail.tsx"
import { STATUSES as APPLICATION_STATES } from "#features/volunteers/admin/labels.ts"
import type { AdminText, SearchAdminText } from "#platform/app/app.tsx"
import type { ChipTone } from "#ui/chip.tsx"

interface Kind {
  readonly label: AdminText
  readonly list: string
  /** The address of a record that the search for `q` found. */
  readonly record: (id: string, q: string) => string
  readonly states?: Readonly<Record<string, { readonly text: SearchAdminText; readonly tone: ChipTone }>>
}

export const KINDS: Readonly<Record<SearchKind, Kind>> = {
  user: { label: "admin.users", ...byId("/users") },
  application: { label: "admin.volunteers", ...byId("/volunteers"), states: APPLICATION_STATES },
  membership: { label: "admin.memberships", ...amongRows("/memberships") },
  contact: { label: "admin.contacts", ...byId("/contacts"), states: CONTACT_STATES },
  chat: { label: "admin.chat", ...byId("/chat") },
  appointment: {
    label: "admin.calendar",
    list: "/calendar",
    record: (id) => `/calendar?view=list&open=${id}`,
    states: SESSION_STATES,
  },
  donation: { label: "admin.donations", ...byId("/donations"), states: DONATION_STATES },
  group: { label: "admin.groups", ...amongRows("/groups") },
  course: { label: "admin.courses", list: "/courses", record: (id) => `/courses/${id}` },
  post: { label: "admin.blog", ...amongRows("/blog") },
  team: { label: "admin.team", ...amongRows("/team") },
  testimonial: { label: "admin.testimonials", ...amongRows("/testimonials") },
}

/** The list reads its open record by the id. */
function byId(list: string): Pick<Kind, "list" | "record"> {
  return { list, record: (id) => `${list}?open=${id}` }
}

/** The list opens only a record that is among its rows: the hits are the first of them. */
function amongRows(list: string): Pick<Kind, "list" | "record"> {
  return { list, record: (id, q) => `${list}?${new URLSearchParams({ q, open: id })}` }
}
