import type { ReactNode } from "react"
import { fill } from "#platform/i18n/fill.ts"
import { type ChatLocale, formatTime, splitLinks } from "./format.ts"
import { SmallButton } from "./small-button.tsx"
import type { Chat } from "./state.ts"
import type { Entry } from "./unsent-messages.ts"

interface Props {
  readonly locale: ChatLocale
  readonly entry: Entry
  readonly now: number
  readonly chat: Chat
}

/** A younger message shows "now" instead of its time. */
const JUST_NOW_MS = 60_000

/** Spec §2: the sender's name, the time and the text; an unsent message also shows its state and actions. */
export function ChatMessage({ locale, entry, now, chat }: Props) {
  const { name, message } = entry.state === "sent" ? entry.message : entry.unsent.body
  const isAdmin = entry.state === "sent" && entry.message.senderType === "admin"
  const isUnsent = entry.state !== "sent"
  return (
    <article className={`chat-message${isAdmin ? "" : " own"}${isUnsent ? " pale" : ""}`}>
      <p className="chat-who">
        <b>{name}</b> <MessageTime locale={locale} entry={entry} now={now} />
      </p>
      {/* The language of the text is unknown. */}
      <p className="chat-text" lang="">
        {splitLinks(message).map(({ text, href }, index) =>
          href ? (
            <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
      {entry.state !== "sent" && <DeliveryState locale={locale} entry={entry} chat={chat} />}
    </article>
  )
}

function MessageTime({ locale, entry, now }: Omit<Props, "chat">): ReactNode {
  if (entry.state === "sent") {
    return <time dateTime={entry.message.createdAt}>{formatTime(locale, entry.message.createdAt)}</time>
  }
  const { writtenAt } = entry.unsent
  if (now - writtenAt < JUST_NOW_MS) return <span>{locale.texts["chat.now"]}</span>
  const at = new Date(writtenAt).toISOString()
  return <time dateTime={at}>{formatTime(locale, at)}</time>
}

interface StateProps {
  readonly locale: ChatLocale
  readonly entry: Exclude<Entry, { state: "sent" }>
  readonly chat: Chat
}

function DeliveryState({ locale: { texts }, entry: { state, unsent }, chat }: StateProps) {
  if (state === "sending") return <p className="chat-state">{texts["chat.sending"]}</p>
  if (state === "waiting") {
    return (
      <div className="chat-state">
        <p>{texts["chat.waiting"]}</p>
        <SmallButton onPress={() => chat.sendNow(unsent)}>{texts["chat.send_now"]}</SmallButton>
      </div>
    )
  }
  const isRefused = state === "refused"
  const why = unsent.refusal || texts["chat.failed"]
  return (
    <div className={isRefused ? "chat-state chat-refused" : "chat-state"}>
      <p>{isRefused ? fill(texts["chat.refused"], { why }) : texts["chat.before"]}</p>
      <SmallButton onPress={() => chat.retry(unsent)}>{texts[isRefused ? "chat.retry" : "chat.send_it"]}</SmallButton>
      <SmallButton onPress={() => chat.drop(unsent.id)}>{texts["chat.delete"]}</SmallButton>
    </div>
  )
}
