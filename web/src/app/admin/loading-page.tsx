import { PASSWORD_LENGTH, PERSON_NAME_LENGTH } from "@haitech/contract/accounts"
import { ADMIN_IDLE_MINUTES, ADMIN_PASSWORD_LENGTH } from "@haitech/contract/admin/accounts"
import { NOTES_LENGTH } from "@haitech/contract/admin/appointments"
import { REPLY_TITLE_LENGTH, RESPONSE_LENGTH } from "@haitech/contract/admin/chat"
import { REFUND_REASON_LENGTH } from "@haitech/contract/admin/donations"
import { IMPORT_BYTES } from "@haitech/contract/admin/imports"
import { SEARCH_MIN } from "@haitech/contract/admin/search"
import { CLOSED_DAY_NAME_LENGTH, MAX_PLACES } from "@haitech/contract/admin/slots"
import { NOTICE_HOURS, WEEKLY_LIMIT_MAX } from "@haitech/contract/admin/tutors"
import { NEXT_STEP_LENGTH, PERSONAL_LINE_LENGTH } from "@haitech/contract/admin/volunteers"
import { REVOCATION_REASON_LENGTH } from "@haitech/contract/certificates"
import { CHAT_ROWS } from "@haitech/contract/chat"
import { COUNT_LIMIT, QUERY_LENGTH } from "@haitech/contract/lists"
import { PICTURE_BYTES } from "@haitech/contract/members"
import { MESSAGE_LENGTH } from "@haitech/contract/outreach"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { AdminApp } from "#entry/admin.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { ADMIN_TEXTS } from "./texts.ts"

const LENGTHS = {
  name: PERSON_NAME_LENGTH,
  email: EMAIL_LENGTH,
  password: PASSWORD_LENGTH.max,
  adminPassword: ADMIN_PASSWORD_LENGTH,
  message: MESSAGE_LENGTH,
  response: RESPONSE_LENGTH,
  replyTitle: REPLY_TITLE_LENGTH,
  chatRows: CHAT_ROWS,
  pictureBytes: PICTURE_BYTES,
  query: QUERY_LENGTH,
  searchStart: SEARCH_MIN,
  refundReason: REFUND_REASON_LENGTH,
  countLimit: COUNT_LIMIT,
  idleMinutes: ADMIN_IDLE_MINUTES,
  sessionNotes: NOTES_LENGTH,
  slotPlaces: MAX_PLACES,
  weeklyLimit: WEEKLY_LIMIT_MAX,
  noticeHours: NOTICE_HOURS.max,
  closedDayName: CLOSED_DAY_NAME_LENGTH,
  revocationReason: REVOCATION_REASON_LENGTH,
  nextStep: NEXT_STEP_LENGTH,
  personalLine: PERSONAL_LINE_LENGTH,
  importBytes: IMPORT_BYTES,
}

/** The shell of /admin, shown until its script runs (spec §2). */
export function LoadingPage() {
  const { t, language, site } = usePage()
  return (
    // Pictures of the team and of articles can have any URL (spec §5).
    <div data-pictures="">
      <p className="notice failure without-script">{t("admin.no_script")}</p>
      <Island
        of={AdminApp}
        when="visible"
        props={{
          texts: pick(t, ADMIN_TEXTS),
          language,
          siteName: site.name,
          timeZone: site.timeZone,
          lengths: LENGTHS,
        }}
      />
    </div>
  )
}
