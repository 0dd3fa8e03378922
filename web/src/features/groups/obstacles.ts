import type { OBSTACLES } from "@haitech/contract/study-groups"
import { entryOf } from "#platform/i18n/entry-of.ts"

type Obstacle = Exclude<(typeof OBSTACLES)[number], "birth_year">

const TEXTS = {
  closed: "problem.group.closed",
  full: "problem.group.full",
  mentor: "problem.group.mentor_missing",
  screening: "problem.group.mentor_unscreened",
  consent: "problem.consent.missing",
  age: "problem.group.too_young",
  removed: "problem.group.removed",
} as const satisfies Readonly<Record<Obstacle, string>>

/** What keeps a member from taking part; the birth year is asked for with joining. */
export function obstacleText(obstacle: string | null) {
  return obstacle === null ? undefined : entryOf(TEXTS, obstacle)
}
