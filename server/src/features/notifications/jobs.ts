import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import type { PushMessage } from "@haitech/contract/notifications"
import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { text } from "#platform/messages.ts"
import type { PushDelivery } from "#platform/push.ts"
import { deleteGone, findSubscription } from "./queries.ts"
import { secondsUntil } from "./rules.ts"
import type { Notice, PushPayload } from "./service/notify.ts"
import type { PushSubscriptionRow } from "./table.ts"

type PushDeps = Pick<Deps, "db" | "now" | "push" | "site">

export const notificationJobs = (deps: PushDeps): Readonly<Record<string, Handler>> => ({
  "notification.push": async (payload: PushPayload) => {
    const { db, now, push } = deps
    const ttlSeconds = secondsUntil(payload.expiresAt, now())
    const subscription = await findSubscription(db, payload.device, payload.kind, now())
    if (!push || !subscription || ttlSeconds <= 0) return
    const message = messageOf(deps, payload, subscription)
    const delivery = { ...deliveryOf(payload), body: JSON.stringify(message), ttlSeconds }
    if (!(await push.send(subscription, delivery))) await deleteGone(db, subscription)
  },
})

function deliveryOf(notice: Notice): Pick<PushDelivery, "topic" | "urgency"> {
  if (notice.kind === "sessions") return { topic: topicOf(notice), urgency: "high" }
  return { topic: notice.kind, urgency: notice.kind === "replies" ? "normal" : "low" }
}

function topicOf(notice: Notice): string {
  return notice.kind === "sessions" ? notice.sessionId.replaceAll("-", "") : notice.kind
}

const TUTOR_PATH = "/member-dashboard/tutor"
const PATHS = {
  sessions: "/member-dashboard/schedule",
  replies: "/member-dashboard#chat",
  reviews: "/member-dashboard/review",
} as const

function messageOf({ site }: PushDeps, notice: Notice, { language, timeZone }: PushSubscriptionRow): PushMessage {
  const { kind } = notice
  const session = kind === "sessions" ? notice : undefined
  const at = session?.startsAt
  const when = at && {
    day: formatDay(language, at, timeZone),
    time: formatHour(language, at, timeZone),
    city: cityOf(timeZone),
  }
  return {
    kind,
    title: text(language, `push.${kind}`, { site: site.name }),
    body: text(language, `push.${kind}_text`, { ...when }),
    path: pathIn(language, session?.isTutor ? TUTOR_PATH : PATHS[kind]),
    tag: topicOf(notice),
    language,
  }
}
