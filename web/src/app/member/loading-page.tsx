import { PASSWORD_LENGTH, PERSON_NAME_LENGTH, USERNAME_LENGTH } from "@haitech/contract/accounts"
import { BIO_LENGTH, LOCATION_LENGTH, PICTURE_BYTES, SKILLS_LENGTH } from "@haitech/contract/members"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { Dashboard } from "#entry/dashboard.tsx"
import { ChatButton } from "#features/chat/chat-button.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { MEMBER_TEXTS } from "./texts.ts"

const LENGTHS = {
  name: PERSON_NAME_LENGTH,
  username: USERNAME_LENGTH.max,
  email: EMAIL_LENGTH,
  password: PASSWORD_LENGTH.max,
  bio: BIO_LENGTH,
  skills: SKILLS_LENGTH,
  location: LOCATION_LENGTH,
  pictureBytes: PICTURE_BYTES,
}

/** The shell of /member-dashboard, shown until its script runs (spec §2). */
export function LoadingPage() {
  const { t, language, site } = usePage()
  return (
    <>
      {/* A member's picture can have any URL (spec §5). */}
      <div data-pictures="">
        <p className="notice failure without-script">{t("dashboard.no_script")}</p>
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
      <ChatButton className="ask over-bar" />
    </>
  )
}
