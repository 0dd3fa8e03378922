import { expect, test } from "vitest"
import { PermanentFailure, UnknownMailbox } from "./jobs/permanent-failure.ts"
import { Problem } from "./problem.ts"
import { watchGateways } from "./watched-gateways.ts"

/** What each call of a gateway ends with: a value, or an error. */
type Ends = Readonly<Record<string, unknown>>

const gatewayOf = (ends: Ends) =>
  Object.fromEntries(
    Object.entries(ends).map(([method, end]) => [
      method,
      async () => {
        if (end instanceof Error) throw end
        return end
      },
    ]),
  )

const OFF = { payments: undefined, identity: undefined, externalCalendar: undefined }
const smtpError = (fields: object) => Object.assign(new Error("refused"), fields)

/** The state of a service after some failure, and then one call. */
async function stateAfter(name: "mail" | "payments" | "identity" | "externalCalendar", ends: Ends) {
  const { gateways, services } = watchGateways({ ...OFF, mail: {}, [name]: gatewayOf(ends) })
  const gateway = gateways[name] as unknown as Record<string, () => Promise<unknown>>
  for (const call of Object.values(gateway)) await call().catch(() => undefined)
  const service = { mail: "emails", payments: "payments", identity: "sign_in", externalCalendar: "calendar" } as const
  return services[service[name]]?.state().state
}

test.each([
  ["a sent email", undefined, "working"],
  ["a recipient that is refused for good", new UnknownMailbox("refused"), "working"],
  ["an email that is refused for good", new PermanentFailure("refused"), "working"],
  ["a recipient that is refused for now", smtpError({ command: "RCPT TO", responseCode: 450 }), "working"],
  ["a refused sign-in", smtpError({ command: "AUTH", responseCode: 535 }), "failing"],
  ["no connection", smtpError({ code: "ECONNREFUSED", command: "CONN" }), "failing"],
  ["a connection that breaks in the text", smtpError({ code: "ETIMEDOUT", command: "DATA" }), "failing"],
])("after %s the mail server is as expected", async (_, end, state) => {
  expect(await stateAfter("mail", { send: end })).toBe(state)
})

test("a payment provider fails when it does not respond, and not when it refuses", async () => {
  const states = [{}, new Problem("payments.unavailable"), new Problem("payment.key_reused")].map((createIntent) =>
    stateAfter("payments", { createIntent }),
  )
  expect(await Promise.all(states)).toEqual(["working", "failing", "working"])
})

test("an issuer fails when no sign-in can begin, and works when one is complete", async () => {
  const begun = { url: "https://issuer.example" }
  const states = [{ begin: undefined }, { begin: begun }, { complete: undefined }, { complete: { subject: "a" } }].map(
    (ends) => stateAfter("identity", ends),
  )
  expect(await Promise.all(states)).toEqual(["failing", "unknown", "unknown", "working"])
})

test("a calendar fails with every error", async () => {
  const states = [{ putEvent: "id" }, { putEvent: new Error("403") }].map((ends) =>
    stateAfter("externalCalendar", ends),
  )
  expect(await Promise.all(states)).toEqual(["working", "failing"])
})

test("a watched gateway keeps its values, its results and its errors, and what is off stays off", async () => {
  const error = new Error("no")
  const payments = { provider: "stripe", isSigned: () => true, ...gatewayOf({ refund: error, cancel: 1 }) }
  const { gateways, services } = watchGateways({ ...OFF, mail: {}, payments })
  const watched = gateways.payments as unknown as Record<string, () => Promise<unknown>>
  expect([watched["provider"], watched["isSigned"]?.(), await watched["cancel"]?.()]).toEqual(["stripe", true, 1])
  await expect(watched["refund"]?.()).rejects.toBe(error)
  expect([gateways.identity, Object.keys(services)]).toEqual([undefined, ["emails", "payments"]])
})
