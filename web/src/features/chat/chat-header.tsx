import { Icon } from "#ui/icon.tsx"
import { type ChatLocale, formatChatStatus, needsEmailHint } from "./format.ts"
import type { ChatView } from "./state.ts"

interface Props {
  /** The id of the title, which labels the panel. */
  readonly id: string
  readonly locale: ChatLocale
  readonly view: ChatView
  /** Undefined without a conversation. */
  readonly onReport: (() => void) | undefined
  readonly onClose: () => void
}

/** The panel's title, the connection state, and when the team answers. */
export function ChatHeader({ id, locale, view, onReport, onClose }: Props) {
  const { texts } = locale
  const { chatStatus, isConnected, isOnline } = view
  return (
    <div className="chat-head">
      <span className={isConnected ? "chat-dot on" : "chat-dot"} role="img" aria-label={label(locale, isConnected)} />
      <h2 id={id} tabIndex={-1}>
        {texts["chat.title"]}
      </h2>
      {onReport && (
        <button
          type="button"
          className="chat-round"
          aria-label={texts["chat.report"]}
          title={texts["chat.report"]}
          onClick={onReport}
        >
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 21V4c5-3 9 3 14 0v10c-5 3-9-3-14 0" />
          </svg>
        </button>
      )}
      <button type="button" className="chat-round" aria-label={texts["chat.close"]} onClick={onClose}>
        <Icon name="close" />
      </button>
      {chatStatus && (
        <p>
          {isOnline ? formatChatStatus(locale, chatStatus, view.now) : texts["chat.not_connected"]}{" "}
          {isOnline && needsEmailHint(chatStatus, view.form.email) && texts["chat.mail"]}
        </p>
      )}
    </div>
  )
}

function label({ texts }: ChatLocale, isConnected: boolean): string {
  return texts[isConnected ? "chat.connected" : "chat.not_connected"]
}
