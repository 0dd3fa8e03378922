import { pathIn } from "@haitech/contract/languages"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"

const REASONS = ["failed", "unverified", "off"] as const

/** The server redirects to one by its id (`/login#google-off`); CSS shows only that one, also without script. */
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

/** Google refuses the browsers inside Facebook, Instagram, WhatsApp and TikTok; the links open the phone's browser. */
function InAppNotice() {
  const { t, language, site } = usePage()
  const loginAddress = `${site.url}${pathIn(language, "/login")}`.replace(/^https?:\/\//, "")
  const links = {
    android: `intent://${loginAddress}#Intent;scheme=https;action=android.intent.action.VIEW;end`,
    iphone: `x-safari-https://${loginAddress}`,
  }
  return (
    <div id="google-in-app" className="notice caution by-address" role="status" tabIndex={-1}>
      <strong>{t("google.in_app_title")}</strong>
      <p>{t("google.in_app")}</p>
      <p className="mt-3 grid gap-2">
        {(["android", "iphone"] as const).map((phone) => (
          <a key={phone} className={buttonClass("quiet")} href={links[phone]}>
            {t(`google.open_${phone}`)}
          </a>
        ))}
      </p>
    </div>
  )
}
