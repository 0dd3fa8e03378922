import type { ScreeningRecord } from "@haitech/contract/admin/screening"
import { expect, test } from "vitest"
import { endState, stepsOf } from "./steps.ts"

const record = (id: string, more: Partial<ScreeningRecord> = {}): ScreeningRecord => ({
  id,
  step: "identity",
  validUntil: "2027-01-01T00:00:00.000Z",
  reference: null,
  recordedBy: null,
  recordedAt: "2026-01-01T00:00:00.000Z",
  confirmedBy: null,
  confirmedAt: null,
  withdrawnAt: null,
  withdrawalReason: null,
  ...more,
})
const at = "2026-01-02T00:00:00.000Z"
const idsOf = (records: readonly ScreeningRecord[]) => {
  const [identity] = stepsOf(records)
  return [identity?.counting?.id, identity?.waiting?.id, identity?.withdrawn?.id]
}

test("a step shows what counts, what waits beside it, and what was withdrawn only while there is neither", () => {
  const withdrawn = record("c", { withdrawnAt: at, withdrawalReason: "New facts" })
  expect(stepsOf([])).toHaveLength(5)
  expect(idsOf([record("a"), record("b", { confirmedAt: at }), withdrawn])).toEqual(["b", "a", undefined])
  expect(idsOf([withdrawn, record("d", { withdrawnAt: at })])).toEqual([undefined, undefined, "c"])
  expect(idsOf([record("a", { step: "interview" })])).toEqual([undefined, undefined, undefined])
})

test("a screening ends soon from 30 days before its end on", () => {
  const daysBefore = (days: number) =>
    endState("2027-01-01T00:00:00.000Z", Date.parse("2027-01-01") - days * 86_400_000)
  expect([31, 30, 0, -0.001].map(daysBefore)).toEqual(["valid", "ending", "ending", "lapsed"])
})
