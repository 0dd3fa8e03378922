import { expect, test } from "vitest"
import { advance, differencesOf, mergeRefunds, statusOf } from "./rules.ts"

const RECORDED = { isPaid: true, amount: 2500, receiptAmount: 2500, currency: "usd", refunded: 0 }
const TAKEN = { isPaid: true, received: 2500, currency: "usd", refunded: 0 }
const FACTS = { received: 0, refunded: 0, isDisputed: false, isDeclined: true }

test.each([
  [RECORDED, TAKEN, []],
  [{ ...RECORDED, isPaid: false }, { ...TAKEN, isPaid: false }, []],
  [undefined, undefined, []],
  [undefined, TAKEN, [["payment_missing", null, 2500]]],
  [{ ...RECORDED, isPaid: false }, TAKEN, [["payment_missing", null, 2500]]],
  [RECORDED, undefined, [["payment_unknown", 2500, null]]],
  [RECORDED, { ...TAKEN, isPaid: false }, [["payment_unknown", 2500, null]]],
  [RECORDED, { ...TAKEN, received: 2499 }, [["amount", 2500, 2499]]],
  [{ ...RECORDED, receiptAmount: 2600 }, TAKEN, [["amount", 2600, 2500]]],
  [{ ...RECORDED, receiptAmount: null }, TAKEN, []],
  [RECORDED, { ...TAKEN, currency: "eur", received: 2400 }, [["currency", 2500, 2400]]],
  [RECORDED, { ...TAKEN, refunded: 1 }, [["refund_missing", 0, 1]]],
  [{ ...RECORDED, refunded: 2 }, { ...TAKEN, refunded: 1 }, [["refund_unknown", 2, 1]]],
])("the ledger's %j and the provider's %j differ in %j", (recorded, taken, expected) => {
  const found = differencesOf(recorded, taken).map((difference) => [
    difference.kind,
    difference.recorded,
    difference.taken,
  ])
  expect(found).toEqual(expected)
})

test("refunds and failed refunds lead to the same sums in any order of the readings", () => {
  const readings = [
    { refunded: 1000, failedRefunds: [] },
    { refunded: 1500, failedRefunds: [] },
    { refunded: 1000, failedRefunds: [{ amount: 500 }] },
    { refunded: 1700, failedRefunds: [{ amount: 500 }] },
  ]
  const start = { refundedAmount: 0, refundFailedAmount: 0 }
  for (const order of [readings, readings.toReversed(), [...readings, ...readings]])
    expect(order.reduce(mergeRefunds, start)).toEqual({ refundedAmount: 1700, refundFailedAmount: 500 })
})

test("a declined payment is failed only after a bank worked on it", () => {
  expect(statusOf({ ...FACTS, state: "open" })).toBe("pending")
  expect(statusOf({ ...FACTS, state: "open" }, true)).toBe("failed")
  expect(statusOf({ ...FACTS, state: "open", isDeclined: false }, true)).toBe("pending")
})

test("only a won dispute and a refund that came back move a donation back", () => {
  expect(advance("refunded", "succeeded")).toBe("refunded")
  expect(advance("refunded", "succeeded", { isRefundBack: true })).toBe("succeeded")
  expect(advance("disputed", "succeeded", { isRefundBack: true })).toBe("disputed")
  expect(advance("disputed", "succeeded", { isDisputeWon: true })).toBe("succeeded")
})
