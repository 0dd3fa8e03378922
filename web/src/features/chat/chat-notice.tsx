import { Icon } from "#ui/icon.tsx"
import type { Notice } from "./state.ts"
import type { ChatTexts } from "./texts.ts"
import { focusMessages } from "./use-opening.tsx"

interface Props {
  readonly texts: ChatTexts
  readonly notice: Notice | null
  readonly onDismiss: () => void
}

export function ChatNotice({ texts, notice, onDismiss }: Props) {
  if (!notice) return null
  const isFailed = notice.kind === "failed"
  return (
    <div className="chat-notice" role="alert">
      <p>
        {isFailed && <b>{texts["chat.failed_title"]}</b>} {isFailed ? texts["chat.failed"] : notice.message}
      </p>
      <button
        type="button"
        className="chat-round"
        aria-label={texts["dialog.close"]}
        onClick={({ currentTarget }) => {
          focusMessages(currentTarget)
          onDismiss()
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
