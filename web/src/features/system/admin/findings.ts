import { CHECK_AREAS, type CheckArea, type CheckLevel, FINDINGS } from "@haitech/contract/admin/findings"
import type { Finding } from "@haitech/contract/admin/system"
import { entryOf } from "#platform/i18n/entry-of.ts"

const URGENCY = { error: 0, warning: 1, ok: 2 } as const satisfies Readonly<Record<CheckLevel, number>>

export interface Area {
  readonly name: CheckArea
  readonly findings: readonly Known[]
}

interface Known extends Finding {
  readonly level: CheckLevel
}

/** The areas that have findings, those with errors first and those with warnings next. */
export function areasOf(findings: readonly Finding[]): readonly Area[] {
  const areas = CHECK_AREAS.map((name) => ({ name, findings: findings.flatMap((found) => knownIn(name, found)) }))
  return areas.filter((area) => area.findings.length > 0).toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
}

export function countLevel(areas: readonly Area[], wanted: CheckLevel): number {
  return areas.flatMap(({ findings }) => findings).filter(({ level }) => level === wanted).length
}

/** A finding that only a newer server knows has no text here. */
function knownIn(name: CheckArea, found: Finding): readonly Known[] {
  const [area, level] = entryOf(FINDINGS, found.code) ?? []
  return area === name && level ? [{ ...found, level }] : []
}

function urgencyOf({ findings }: Area): number {
  return Math.min(...findings.map(({ level }) => URGENCY[level]))
}
