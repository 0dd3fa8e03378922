import { PASSWORD_LENGTH, PERSON_NAME_LENGTH, USERNAME_LENGTH } from "@haitech/contract/accounts"
import { NOTES_LENGTH } from "@haitech/contract/admin/appointments"
import { MAX_PLACES } from "@haitech/contract/admin/slots"
import { NOTICE_HOURS, WEEKLY_LIMIT_MAX } from "@haitech/contract/admin/tutors"
import { DESCRIPTION_LENGTH } from "@haitech/contract/appointments"
import { REPORT_LENGTH } from "@haitech/contract/chat"
import { BIO_LENGTH, LOCATION_LENGTH, PICTURE_BYTES, SKILLS_LENGTH } from "@haitech/contract/members"
import { POST_LENGTH } from "@haitech/contract/study-groups"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { SiteHeader } from "#app/public/header.tsx"
import { Dashboard } from "#entry/dashboard.tsx"
import { ChatButton } from "#features/chat/chat-button.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { FragmentStyles, Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { BandSun } from "#ui/band-sun.tsx"
import { buttonClass } from "#ui/button.tsx"
import { SunDisc, SunRays } from "#ui/sun.tsx"
import { MEMBER_TEXTS } from "./texts.ts"

const LENGTHS = {
  name: PERSON_NAME_LENGTH,
  username: USERNAME_LENGTH.max,
  email: EMAIL_LENGTH,
  password: PASSWORD_LENGTH.max,
  bio: BIO_LENGTH,
  skills: SKILLS_LENGTH,
  location: LOCATION_LENGTH,
  description: DESCRIPTION_LENGTH,
  post: POST_LENGTH,
  report: REPORT_LENGTH,
  pictureBytes: PICTURE_BYTES,
  sessionNotes: NOTES_LENGTH,
  slotPlaces: MAX_PLACES,
  weeklyLimit: WEEKLY_LIMIT_MAX,
  noticeHours: NOTICE_HOURS.max,
}

/** The next step that a plain form can take. */
function WithoutScript() {
  const { t } = usePage()
  return (
    <div className="without-script dashboard-main">
      <section className="band next-step" aria-labelledby="plain-step">
        <BandSun />
        <p className="small strong">{t("next.label")}</p>
        <h2 id="plain-step">{t("home_card.session_title")}</h2>
        <p className="lead">{t("home_card.session")}</p>
        <p className="next-step-actions mt-auto">
          <PageLink className={buttonClass("light")} to="/schedule">
            {t("home_card.session_action")}
          </PageLink>
          <PageLink className={buttonClass("ghost")} to="/programs">
            {t("home.view_all")}
          </PageLink>
        </p>
      </section>
      <p className="notice mt-5">{t("dashboard.no_script")}</p>
    </div>
  )
}

/** The shell of /member-dashboard, shown until its script runs (spec §2). */
export function LoadingPage() {
  const { t, language, site } = usePage()
  return (
    <>
      <a className="skip button" href="#main">
        {t("header.skip")}
      </a>
      <FragmentStyles of="account" />
      <SiteHeader samePage="/member-dashboard" isApp />
      {/* The bands of the app use its parts. */}
      <svg className="sun-parts" aria-hidden="true">
        <SunRays />
        <SunDisc />
      </svg>
      {/* A member's picture can have any URL (spec §5). */}
      <div data-pictures="">
        <WithoutScript />
        <Island
          of={Dashboard}
          when="visible"
          props={{
            texts: pick(t, MEMBER_TEXTS),
            language,
            siteName: site.name,
            timeZone: site.timeZone,
            lengths: LENGTHS,
          }}
        />
      </div>
      <ChatButton className="ask" />
    </>
  )
}
