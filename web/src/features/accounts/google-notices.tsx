import { pathIn } from "@haitech/contract/languages"
import { usePage } from "#platform/page.tsx"
import { buttonClass } from "#ui/button.tsx"

const REASONS = ["failed", "unverified", "off"] as const

/**
 * What became of a sign-in with Google that came back here. The server sends its reader to one of these by its name
 * (`/login#google-off`): it is hidden unless the address says so, also without script.
 */
export function GoogleNotices() {
  const { t } = usePage()
  return (
    <>
      <InAppNotice />
      {REASONS.map((reason) => (
        <div key={reason} id={`google-${reason}`} className="notice failure by-address" role="status" tabIndex={-1}>
          <strong>{t(`google.${reason}_title`)}</strong>
          <p>{t(`google.${reason}`)}</p>
        </div>
      ))}
    </>
  )
}

/** Google refuses the browsers inside Facebook, Instagram, WhatsApp and TikTok; the telephone's own one is a tap away. */
function InAppNotice() {
  const { t, language, site } = usePage()
  const here = `${site.url}${pathIn(language, "/login")}`.replace(/^https?:\/\//, "")
  const ways = {
    android: `intent://${here}#Intent;scheme=https;action=android.intent.action.VIEW;end`,
    iphone: `x-safari-https://${here}`,
  }
  return (
    <div id="google-in-app" className="notice caution by-address" role="status" tabIndex={-1}>
      <strong>{t("google.in_app_title")}</strong>
      <p>{t("google.in_app")}</p>
      <p className="mt-3 grid gap-2">
        {(["android", "iphone"] as const).map((phone) => (
          <a key={phone} className={buttonClass("quiet")} href={ways[phone]}>
            {t(`google.open_${phone}`)}
          </a>
        ))}
      </p>
    </div>
  )
}
