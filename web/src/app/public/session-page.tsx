import { DESCRIPTION_LENGTH } from "@haitech/contract/appointments"
import { MOVE_TEXTS } from "#features/appointments/move-session.tsx"
import { REPORT_TEXTS } from "#features/appointments/report-session.tsx"
import { SESSION_TEXTS, SessionCard } from "#features/appointments/session-card.tsx"
import { SESSION_VIEW_TEXTS } from "#features/appointments/session-view.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Shows and changes the session of the link in an email. */
export function SessionPage() {
  const { t, language, site } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("session.title")} lead={t("session.lead")} />
      <div className="wrap pt-8 pb-40">
        <div className="card raised max-w-[52rem] p-5 sm:p-8">
          <noscript>
            <p>
              {t("session.plain")} <a href={address(language, "/contact")}>{t("donate.write")}</a>
            </p>
          </noscript>
          <Island
            of={SessionCard}
            when="visible"
            props={{
              texts: pick(t, [...SESSION_TEXTS, ...SESSION_VIEW_TEXTS, ...MOVE_TEXTS, ...REPORT_TEXTS]),
              language,
              timeZone: site.timeZone,
              lengths: { description: DESCRIPTION_LENGTH },
              contactPage: address(language, "/contact"),
              schedulePage: address(language, "/schedule"),
            }}
          />
        </div>
      </div>
    </SiteLayout>
  )
}
