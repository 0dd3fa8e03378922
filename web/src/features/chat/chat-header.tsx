import { Icon } from "#ui/icon.tsx"
import { formatChatStatus, needsEmailHint, type Reader } from "./format.ts"
import type { ChatView } from "./state.ts"

interface Props {
  /** The id of the title, which labels the panel. */
  readonly id: string
  readonly reader: Reader
  readonly view: ChatView
  /** Undefined without a conversation. */
  readonly onReport: (() => void) | undefined
  readonly onClose: () => void
}

/** The panel's title, the connection state, and when the team answers. */
export function ChatHeader({ id, reader, view, onReport, onClose }: Props) {
  const { texts } = reader
  const { chatStatus, isConnected } = view
  return (
    <div className="chat-head">
      <span className={isConnected ? "chat-dot on" : "chat-dot"} role="img" aria-label={label(reader, isConnected)} />
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
          {formatChatStatus(reader, chatStatus, view.now)}{" "}
          {needsEmailHint(chatStatus, view.typed.email) && texts["chat.mail"]}
        </p>
      )}
    </div>
  )
}

function label({ texts }: Reader, isConnected: boolean): string {
  return texts[isConnected ? "chat.connected" : "chat.not_connected"]
}
