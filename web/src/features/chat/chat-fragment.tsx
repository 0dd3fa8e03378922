import { CHAT_LENGTH, CHAT_ROWS, REPORT_LENGTH } from "@haitech/contract/chat"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { pick } from "#platform/i18n/texts.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { ChatPanel } from "./chat-panel.tsx"
import { CHAT_TEXTS } from "./texts.ts"

const LENGTHS = {
  name: NAME_LENGTH,
  email: EMAIL_LENGTH,
  message: CHAT_LENGTH,
  reason: REPORT_LENGTH,
  rows: CHAT_ROWS,
}

/** The fragment that the round button loads: the server-rendered panel, still hidden. */
export function ChatFragment() {
  const { t, language, site } = usePage()
  return (
    <div id="chat">
      <Island
        of={ChatPanel}
        when="interaction"
        props={{ texts: pick(t, CHAT_TEXTS), language, timeZone: site.timeZone, lengths: LENGTHS }}
      />
    </div>
  )
}
