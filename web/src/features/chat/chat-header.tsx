import { Icon } from "#ui/icon.tsx"
import { formatChatStatus, isMailHinted, type Reader } from "./format.ts"
import type { ChatView } from "./state.ts"

interface Props {
  /** Of the title, which names the panel. */
  readonly id: string
  readonly reader: Reader
  readonly view: ChatView
  /** Only where there is a conversation. */
  readonly onReport: (() => void) | undefined
  readonly onClose: () => void
}

/** The panel's name, whether it is connected, who answers and when. */
export function ChatHeader({ id, reader, view, onReport, onClose }: Props) {
  const { texts } = reader
  const { chatStatus, isConnected } = view
  return (
    <div className="chat-head">
      <span className={isConnected ? "chat-dot on" : "chat-dot"} role="img" aria-label={state(reader, isConnected)} />
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
          {isMailHinted(chatStatus, view.typed.email) && texts["chat.mail"]}
        </p>
      )}
    </div>
  )
}

function state({ texts }: Reader, isConnected: boolean): string {
  return texts[isConnected ? "chat.connected" : "chat.not_connected"]
}
