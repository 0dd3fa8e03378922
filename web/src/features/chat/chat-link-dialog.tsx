import { usePage } from "#platform/page/page.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"

const ID = "chat-link"

/**
 * The fragment with the question before an email's link opens its conversation; `chat-link.ts` shows it. It uses only
 * classes of the join dialog, whose styles every page has.
 */
export function ChatLinkDialog() {
  const { t } = usePage()
  return (
    <Dialog id={ID} title={t("chat.link_title")} closeLabel={t("dialog.close")} aria-describedby={`${ID}-text`}>
      <p id={`${ID}-text`} className="mt-2 text-muted">
        {t("chat.link_text")}
      </p>
      <form method="dialog" className="mt-6 grid gap-5">
        <Button type="submit" value="open">
          {t("chat.link_open")}
        </Button>
        <Button type="submit" look="quiet">
          {t("chat.link_refuse")}
        </Button>
      </form>
    </Dialog>
  )
}
