import * as z from "zod/mini"
import { openEnum, SearchText } from "#lists.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"

export const SEARCH_MIN = 2
export const SEARCH_HITS = 5

export const SEARCH_KINDS = [
  "user",
  "application",
  "membership",
  "contact",
  "chat",
  "appointment",
  "donation",
  "group",
  "course",
  "post",
  "team",
  "testimonial",
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** What the list of its kind shows. `line` is null for an applicant: who reads an application is recorded. */
export const SearchHit = z.object({
  id: z.uuid(),
  title: z.nullable(z.string()),
  line: z.nullable(z.string()),
  state: z.optional(z.string()),
  amount: z.optional(z.object({ cents: z.int(), currency: z.string() })),
  at: z.optional(Instant),
})
export type SearchHit = z.output<typeof SearchHit>

export const SearchGroup = z.object({
  kind: openEnum(SEARCH_KINDS),
  total: z.int(),
  hits: z.array(SearchHit),
})
export type SearchGroup = z.output<typeof SearchGroup>

/** What the lists of the admin area find, with their totals. Cases and screenings are never part of it. */
export const searchRecords = route({
  method: "GET",
  path: "/api/admin/search",
  access: "admin",
  query: z.strictObject({ q: SearchText.check(z.minLength(SEARCH_MIN, "query.too_short")) }),
  reply: z.object({ groups: z.array(SearchGroup) }),
})
