import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { ambassadorCounts, ambassadorLinks } from "#features/volunteers/table/ambassadors.ts"
import { range } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

const [CODE, OTHER_CODE, DAY] = ["bakomite472", "bakomite473", "2027-01-01"]

export const matchingRows = (user: string): readonly (readonly [PgTable, Row, Row])[] => [
  [ambassadorLinks, { userId: user, code: CODE }, {}],
  [ambassadorCounts, { userId: user, day: DAY, joined: 1 }, {}],
]

export const MATCHING_CHECKS: Readonly<Record<string, Case>> = {
  ambassador_links_code_form: [
    ambassadorLinks,
    "code",
    ["", "bakomite47", "Bakomite472", "bakomite471", "bakomite4722", "abkomite472"],
    [CODE],
  ],
  ambassador_counts_joined_range: [ambassadorCounts, "joined", ...range(1)],
}

export const matchingCases = {
  unique: (user: string, other: string): Record<string, readonly [PgTable, Row, Row, Row]> => ({
    ambassador_links_code_unique: [
      ambassadorLinks,
      { userId: user, code: CODE },
      { userId: other },
      { userId: other, code: OTHER_CODE },
    ],
  }),
  foreignKeys: (): Record<string, readonly [PgTable, Row]> => ({
    ambassador_links_user_id_users_id_fkey: [ambassadorLinks, { userId: v7(), code: CODE }],
    ambassador_counts_user_id_users_id_fkey: [ambassadorCounts, { userId: v7(), day: DAY, joined: 1 }],
  }),
}
