import { usePage } from "#platform/page/page.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"

/** The WhatsApp link works without script. The button opens the system's share sheet, or copies the link. */
export function Share({ title, url }: { readonly title: string; readonly url: string }) {
  const { t } = usePage()
  return (
    <div className="share">
      <a
        className={buttonClass("quiet")}
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
        rel="noopener"
      >
        {t("blog.share_whatsapp")}
      </a>
      <Button
        look="quiet"
        data-needs-script=""
        data-action="share"
        data-title={title}
        data-value={url}
        data-copied={t("blog.copied")}
        data-failed={t("blog.copy_failed")}
      >
        <Icon name="share" />
        {t("blog.share")}
      </Button>
      <span role="status" className="text-muted" />
    </div>
  )
}
