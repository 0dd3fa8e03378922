import { DAYS_AHEAD } from "@haitech/contract/admin/newsletters"
import type { MembershipId, NewsletterId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import {
  finishNewsletters,
  insertRecipients,
  isAnyWaiting,
  queueWaiting,
  setNewsletterState,
} from "#features/publishing/queries/newsletters.ts"
import { lockRecord } from "#features/publishing/queries/records.ts"
import type { NewsletterRow } from "#features/publishing/table/newsletters.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

type SendingDeps = Pick<Deps, "db" | "now" | "newslettersPerHour">

interface Sending {
  readonly id: NewsletterId
  readonly version: number
  readonly at?: string | undefined
}

/**
 * Now, or at a time.
 * @throws {Problem} `record.unknown`, `record.changed`, `newsletter.state`, `newsletter.nobody`, `newsletter.no_address`
 */
export async function sendNewsletter(deps: Deps, actor: Member, { id, version, at }: Sending): Promise<NewsletterRow> {
  // CAN-SPAM: each email has the sender's postal address.
  if (!deps.organization.address) throw new Problem("newsletter.no_address")
  return deps.db.transaction(async (tx) => {
    const newsletter = await lockOpen(tx, id, ["draft", "scheduled"])
    if (newsletter.version !== version) throw new Problem("record.changed")
    if (at !== undefined) return schedule(tx, actor, newsletter, requireSoon(at, deps.now()))
    const { recipients, ...started } = await start(tx, deps, newsletter)
    if (recipients === 0) throw new Problem("newsletter.nobody")
    await record(tx, { actor, action: "newsletter.sent", subjectId: id, after: { recipients } })
    return started.newsletter
  })
}

export interface Start {
  readonly id: NewsletterId
  readonly at: string
}

/** Does nothing for a newsletter that was taken back, or moved to another time. */
export async function startScheduled(deps: SendingDeps, { id, at }: Start): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const newsletter = await lockRecord(tx, "newsletter", id)
    if (newsletter?.state !== "scheduled" || newsletter.scheduledAt?.toISOString() !== at) return
    await start(tx, deps, newsletter)
    await finishNewsletters(tx, deps.now(), id)
  })
}

const MOVES = {
  draft: { from: ["scheduled"], action: "newsletter.unscheduled" },
  stopped: { from: ["sending"], action: "newsletter.stopped" },
  sending: { from: ["stopped"], action: "newsletter.resumed" },
} as const

/** What is in that state already stays unchanged. @throws {Problem} `record.unknown`, `newsletter.state` */
export async function moveNewsletter(
  deps: Deps,
  actor: Member,
  { id, state }: { readonly id: NewsletterId; readonly state: keyof typeof MOVES },
): Promise<NewsletterRow> {
  const { from, action } = MOVES[state]
  return deps.db.transaction(async (tx) => {
    const newsletter = await lockOpen(tx, id, [...from, state])
    if (newsletter.state === state) return newsletter
    await record(tx, { actor, action, subjectId: id })
    const moved = await setNewsletterState(tx, id, { state, ...(state === "draft" && { scheduledAt: null }) })
    if (state === "sending") await enqueueBatches(tx, deps)
    return moved
  })
}

export interface Batch {
  readonly at: string
}

/**
 * Queues the next emails. The key of a batch is its time, so all processes and newsletters together queue one at a time;
 * each enqueues the next one in the transaction that queues its emails.
 */
export async function queueBatch(deps: SendingDeps, { at }: Batch): Promise<void> {
  const { size } = paceOf(deps)
  await deps.db.transaction(async (tx) => {
    const queuedAt = new Date(at)
    for (const email of await queueWaiting(tx, size, queuedAt)) {
      const payload: QueuedEmail = { ...email, queuedAt: at }
      const key = `newsletter.email/${email.newsletterId}/${email.membershipId}/${at}`
      await enqueue(tx, { kind: "newsletter.email", key, priority: "low", payload })
    }
    if (await isAnyWaiting(tx))
      await enqueueBatch(tx, deps, Math.max(slotOf(deps, queuedAt), slotOf(deps, deps.now())) + 1)
    await finishNewsletters(tx, deps.now())
  })
}

export interface QueuedEmail {
  readonly newsletterId: NewsletterId
  readonly membershipId: MembershipId
  readonly queuedAt: string
}

async function lockOpen(tx: Tx, id: NewsletterId, states: readonly string[]): Promise<NewsletterRow> {
  const newsletter = await lockRecord(tx, "newsletter", id)
  if (!newsletter || newsletter.deletedAt) throw new Problem("record.unknown")
  if (!states.includes(newsletter.state)) throw new Problem("newsletter.state")
  return newsletter
}

function requireSoon(at: string, now: Date): Date {
  const time = new Date(at)
  const error =
    time <= now ? "date.past" : time.getTime() > now.getTime() + DAYS_AHEAD * 86_400_000 ? "date.future" : undefined
  if (error) throw new Problem("request.invalid", { fields: { at: error } })
  return time
}

async function schedule(tx: Tx, actor: Member, { id }: NewsletterRow, scheduledAt: Date): Promise<NewsletterRow> {
  const at = scheduledAt.toISOString()
  const payload: Start = { id, at }
  await enqueue(tx, { kind: "newsletter.start", key: `newsletter.start/${id}/${at}`, payload, dueAt: scheduledAt })
  await record(tx, { actor, action: "newsletter.scheduled", subjectId: id, after: { scheduledAt: at } })
  return setNewsletterState(tx, id, { state: "scheduled", scheduledAt })
}

async function start(tx: Tx, deps: SendingDeps, newsletter: NewsletterRow) {
  const now = deps.now()
  const recipients = await insertRecipients(tx, newsletter, now)
  await enqueueBatches(tx, deps)
  return { recipients, newsletter: await setNewsletterState(tx, newsletter.id, { state: "sending", startedAt: now }) }
}

/** The batch of this time may be queued already, and the next one, too, by a process whose clock is a little ahead. */
async function enqueueBatches(tx: Tx, deps: SendingDeps): Promise<void> {
  const slot = slotOf(deps, deps.now())
  for (const next of [slot, slot + 1, slot + 2]) await enqueueBatch(tx, deps, next)
}

async function enqueueBatch(tx: Tx, deps: SendingDeps, slot: number): Promise<void> {
  const dueAt = new Date(slot * paceOf(deps).ms)
  const payload: Batch = { at: dueAt.toISOString() }
  await enqueue(tx, {
    kind: "newsletter.batch",
    key: `newsletter.batch/${payload.at}`,
    priority: "low",
    payload,
    dueAt,
  })
}

function slotOf(deps: SendingDeps, at: Date): number {
  return Math.floor(at.getTime() / paceOf(deps).ms)
}

const HOUR_MS = 3_600_000

/** About one batch a minute. */
function paceOf({ newslettersPerHour }: Pick<Deps, "newslettersPerHour">) {
  const size = Math.ceil(newslettersPerHour / 60)
  return { size, ms: Math.round((size / newslettersPerHour) * HOUR_MS) }
}
