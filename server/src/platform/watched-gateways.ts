import { nameOf } from "./error-name.ts"
import { PermanentFailure } from "./jobs/permanent-failure.ts"
import { Problem } from "./problem.ts"
import { type ServiceWatch, watchService } from "./service-watch.ts"
import type { Tracing } from "./tracing.ts"

type Outcome =
  | { readonly method: string; readonly result: unknown }
  | { readonly method: string; readonly error: unknown }
/** Whether the provider worked; undefined where the call does not tell. */
type Judge = (outcome: Outcome) => boolean | undefined

interface Gateways {
  readonly mail: object
  readonly payments: object | undefined
  readonly identity: object | undefined
  readonly externalCalendar: object | undefined
}

/** The same gateways, whose calls tell how their providers are, and are steps of the trace that runs. */
export function watchGateways<Watched extends Gateways>(
  { mail, payments, identity, externalCalendar, ...others }: Watched,
  tracing?: Tracing,
) {
  const services = {
    emails: watchService(),
    ...(payments && { payments: watchService() }),
    ...(identity && { sign_in: watchService() }),
    ...(externalCalendar && { calendar: watchService() }),
  }
  const traced = (name: keyof Gateways) => ({ name, tracing })
  const gateways = {
    ...others,
    mail: watched(mail, services.emails, hasMailServerAnswered, traced("mail")),
    payments: watched(payments, services.payments, hasProviderAnswered, traced("payments")),
    identity: watched(identity, services.sign_in, hasIssuerAnswered, traced("identity")),
    externalCalendar: watched(
      externalCalendar,
      services.calendar,
      (outcome) => "result" in outcome,
      traced("externalCalendar"),
    ),
  }
  return { gateways: gateways as Watched, services }
}

function watched<Gateway extends object | undefined>(
  gateway: Gateway,
  watch: ServiceWatch | undefined,
  judge: Judge,
  { name, tracing }: { readonly name: string; readonly tracing: Tracing | undefined },
) {
  if (!gateway || !watch) return gateway
  const note = (outcome: Outcome) => {
    const hasWorked = judge(outcome)
    if (hasWorked !== undefined) watch[hasWorked ? "worked" : "failed"]()
  }
  const members = Object.entries(gateway).map(([method, member]: [string, unknown]) => {
    if (typeof member !== "function") return [method, member]
    const call = (...input: unknown[]) => {
      const span = tracing?.startStep({ name: `${name}.${method}`, attributes: { "peer.service": name } })
      const reply: unknown = span ? span.run(() => member(...input)) : member(...input)
      if (reply instanceof Promise)
        reply.then(
          (result) => {
            span?.end()
            note({ method, result })
          },
          (error: unknown) => {
            span?.end({}, nameOf(error))
            note({ method, error })
          },
        )
      return reply
    }
    return [method, call]
  })
  return Object.fromEntries(members)
}

/** A refused recipient or text says that the mail server works. */
function hasMailServerAnswered(outcome: Outcome): boolean {
  if ("result" in outcome || outcome.error instanceof PermanentFailure) return true
  const { responseCode, command = "" } = outcome.error as { responseCode?: number; command?: string }
  return responseCode !== undefined && ["RCPT TO", "DATA"].includes(command)
}

function hasProviderAnswered(outcome: Outcome): boolean {
  return "result" in outcome || !(outcome.error instanceof Problem && outcome.error.code === "payments.unavailable")
}

/** A sign-in begins without the issuer once its addresses are known, and a callback may be invalid. */
function hasIssuerAnswered(outcome: Outcome): boolean | undefined {
  const isReply = "result" in outcome && outcome.result !== undefined
  if (outcome.method === "complete") return isReply || undefined
  return isReply ? undefined : false
}
