import { usePage } from "#platform/page/page.tsx"
import { Button, buttonClass } from "#ui/button.tsx"

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
        {/* Not one of `Icon`, because the scripts of every page contain those. */}
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 15V3m-4 4 4-4 4 4M6 11H5v10h14V11h-1" />
        </svg>
        {t("blog.share")}
      </Button>
      <span role="status" className="text-muted" />
    </div>
  )
}
