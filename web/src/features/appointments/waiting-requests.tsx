import { clockAt, instantOf } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { useEffect, useId } from "react"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { fill } from "#platform/i18n/fill.ts"
import { Button } from "#ui/button.tsx"
import { formatStart } from "./format-start.ts"
import type { RequestOutbox, WaitingItem } from "./request-outbox.ts"
import type { RequestTexts } from "./request-reports.ts"
import { useWaitingItems } from "./use-waiting-items.ts"

const NAMES = {
  tutoring: "schedule.tutoring",
  mentoring: "schedule.mentoring",
  consultation: "schedule.consultation",
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const

interface Props {
  readonly texts: RequestTexts
  readonly outbox: RequestOutbox
  readonly language: Language
  readonly timeZone: string
  /** Runs after something was sent. */
  readonly onSent?: () => void
}

/** What somebody sent without a connection, and what became of it. On a shared device it names nobody. */
export function WaitingRequests({ outbox, onSent, ...props }: Props) {
  const { texts } = props
  const id = useId()
  const items = useWaitingItems(outbox)
  useEffect(() => (onSent ? outbox.onSent(onSent) : undefined), [outbox, onSent])
  if (items.length === 0) return null
  return (
    <section className="card mb-5 p-5" aria-labelledby={id}>
      <h2 id={id} className="text-[1.0625rem]">
        {texts["unsent.title"]}
      </h2>
      <ul className="mt-3 grid gap-5">
        {items.map((item) => (
          <Item key={item.id} {...props} outbox={outbox} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Item({ texts, outbox, language, timeZone, item }: Omit<Props, "onSent"> & { readonly item: WaitingItem }) {
  const { id, refusal, starts = [] } = item
  const { name, startsAt } = describe(item, texts, timeZone)
  const state = outbox.stateOf(item)
  const again = texts[state === "refused" ? "chat.retry" : "chat.send_now"]
  const ask = (start: string) => outbox.ask(item, { startsAt: start, time: clockAt(start, timeZone).time })
  return (
    <li className="grid gap-3">
      <div>
        <p className="strong">{name}</p>
        <p>{startsAt && formatStart(language, startsAt)}</p>
        <p className={state === "refused" ? "notice failure mt-3" : "small text-muted"} role="status">
          {state === "refused" && fill(texts["chat.refused"], { why: refusal ?? "" })}
          {state === "sending" && texts["chat.sending"]}
          {state === "waiting" && texts["unsent.saved"]}
        </p>
      </div>
      {starts.length > 0 && (
        <div className="flex flex-wrap gap-3" role="group" aria-label={texts["schedule.free_starts"]}>
          {starts.map((start) => (
            <Button key={start} look="quiet" compact onClick={() => ask(start)}>
              {formatStart(language, start)}
            </Button>
          ))}
        </div>
      )}
      {state === "refused" && item.body.kind === "appointment" && starts.length === 0 && (
        <p className="small">{texts["unsent.another_hour"]}</p>
      )}
      {state !== "sending" && (
        <div className="flex flex-wrap gap-3">
          {starts.length === 0 && (
            <Button look="quiet" compact onClick={() => outbox.sendAgain(id)} aria-label={`${again}: ${name}`}>
              {again}
            </Button>
          )}
          <Button look="quiet" compact onClick={() => outbox.drop(id)} aria-label={`${texts["chat.delete"]}: ${name}`}>
            {texts["chat.delete"]}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Without the name and email of who wrote it. */
function describe({ body }: WaitingItem, texts: RequestTexts, timeZone: string) {
  const { sessionType, subject } = body.kind === "appointment" ? body.request : body.session
  const session = [sessionType, subject].map((value) => texts[entryOf(NAMES, value) ?? "session.title"]).join(", ")
  if (body.kind === "feedback") {
    return { name: fill(texts["unsent.feedback"], { session }), startsAt: body.startsAt }
  }
  const { preferredDate, date, preferredTime } = body.request
  return { name: session, startsAt: preferredDate ?? instantOf(date ?? "", preferredTime, timeZone) }
}
