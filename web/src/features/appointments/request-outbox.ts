import type { OwnAppointment, requestAppointment, SessionChange } from "@haitech/contract/appointments"
import { IDEMPOTENCY_HEADER } from "@haitech/contract/headers"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { createId } from "#platform/forms/create-id.ts"
import type { BodyOf } from "#platform/forms/forms.ts"
import { request } from "#platform/http/request.ts"
import { GUEST_OWNER, openAccountQueue } from "#platform/offline/account-queue.ts"
import { currentAccount, currentOwner, knownOwner } from "#platform/offline/device-account.ts"
import { type DurableStorage, openDurableStorage } from "#platform/offline/durable-storage.ts"
import { openPageAccount } from "#platform/offline/page-account.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"
import { openStorage } from "#platform/offline/storage.ts"
import type { QueuedItem } from "#platform/offline/stored-items.ts"
import { markUnsent } from "#platform/offline/unsent-flag.ts"
import { reportRefusal, reportSent } from "./request-reports.ts"

interface Written {
  readonly language: Language
  /** The student's. What a guest wrote belongs to the account that signs in with this address, and to no other. */
  readonly email: string
}

interface WaitingRequest extends Written {
  readonly kind: "appointment"
  readonly request: BodyOf<typeof requestAppointment>
}

interface WaitingFeedback extends Written {
  readonly kind: "feedback"
  readonly session: Pick<OwnAppointment, "id" | "sessionType" | "subject">
  readonly startsAt: string
  /** Of the link in an email; null for a member's own session. */
  readonly token: string | null
  readonly change: SessionChange
}

type Body = WaitingRequest | WaitingFeedback
export type WaitingItem = QueuedItem<Body>
export type RequestOutbox = Awaited<ReturnType<typeof openOutbox>>

const PREFIX = "appointment/"

let opened: Promise<RequestOutbox> | undefined

/** Session requests and feedback that the server does not have yet, one outbox for each page. */
export function openRequestOutbox(): Promise<RequestOutbox> {
  opened ??= openOutbox()
  return opened
}

async function openOutbox() {
  const storage = openDurableStorage(() => queue.reread())
  const sent = new Set<() => void>()
  const announceSent = () => {
    for (const notify of sent) notify()
  }
  const flags = openStorage()
  const queue = openAccountQueue<Body, unknown>({
    storage,
    keyPrefix: PREFIX,
    lock: "appointments",
    refresh: storage.refresh,
    send,
    onSent(item) {
      announceSent()
      void reportSent(item.body.kind)
    },
    onRefused: ({ body, refusal = "" }) => void reportRefusal(body.kind, refusal),
    onRemoved: announceSent,
  })
  const page = openPageAccount({ session: sessionOwner, account: knownOwner, identify: currentOwner })
  const mark = () => markUnsent(flags, "appointments", queue.list().length > 0)
  await storage.refresh()
  await claim(storage)
  queue.reread()
  mark()
  queue.subscribe(mark)
  document.addEventListener("visibilitychange", queue.announce)
  void queue.flush()

  async function keep(id: string, body: Body): Promise<boolean> {
    const owner = page.owner() ?? GUEST_OWNER
    void queue.put({ id, owner, writtenAt: Date.now(), body })
    const isStored = await storage.settled()
    if (!isStored) queue.drop(id)
    return isStored
  }

  return {
    own: queue.own,
    stateOf: queue.stateOf,
    subscribe: queue.subscribe,
    drop: queue.drop,
    sendAgain: queue.sendAgain,
    retryNow: queue.retryNow,
    /** After this page, or another one that is open, has perhaps sent something. */
    onSent(listener: () => void) {
      sent.add(listener)
      return () => void sent.delete(listener)
    },
    /** @returns whether it is on the device. `key` is the one under which the request perhaps arrived. */
    keepRequest: (key: string, input: WaitingRequest["request"], language: Language): Promise<boolean> =>
      keep(key, { kind: "appointment", language, email: input.studentEmail, request: input }),
    keepFeedback: (feedback: Omit<WaitingFeedback, "kind">): Promise<boolean> =>
      keep(createId(), { kind: "feedback", ...feedback }),
    /** Requests a free hour instead of the one that was refused. */
    ask({ id, owner, body }: WaitingItem, start: Start): void {
      void queue.put({ id: createId(), owner, writtenAt: Date.now(), body: movedTo(body, start) })
      queue.drop(id)
    },
  }
}

interface Start {
  readonly startsAt: string
  /** On the site's clock. */
  readonly time: string
}

function movedTo(body: Body, { startsAt, time }: Start): Body {
  if (body.kind === "feedback") return body
  const { date: _day, ...others } = body.request
  return { ...body, request: { ...others, preferredDate: startsAt, preferredTime: time } }
}

function send({ id, body }: WaitingItem): Promise<unknown> {
  const { language } = body
  if (body.kind === "appointment") {
    const headers = { [IDEMPOTENCY_HEADER]: id }
    return request(routes.requestAppointment, { body: body.request }, language, { headers })
  }
  const { token, change, session } = body
  return token
    ? request(routes.changeAppointmentByToken, { body: { token, change } }, language)
    : request(routes.changeOwnAppointment, { params: { id: session.id }, body: { change } }, language)
}

/** What a guest wrote under the address of the account that is signed in now. */
async function claim(storage: DurableStorage): Promise<void> {
  const account = await currentAccount().catch(() => null)
  if (!account) return
  for (const name of storage.names().filter((candidate) => candidate.startsWith(PREFIX))) {
    const item: WaitingItem = JSON.parse(storage.get(name) ?? "")
    const isClaimed = item.owner === GUEST_OWNER && item.body.email.toLowerCase() === account.email.toLowerCase()
    if (isClaimed) storage.set(name, JSON.stringify({ ...item, owner: account.id }))
  }
}
