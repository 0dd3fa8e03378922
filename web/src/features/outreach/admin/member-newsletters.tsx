import type { MembershipRecord } from "@haitech/contract/admin/outreach"
import { formatDay } from "@haitech/contract/clock"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { useEndNewsletters } from "./api.ts"

const ENDS = {
  left: "admin.member_newsletters_left",
  removed: "admin.member_newsletters_removed",
  bounced: "admin.member_newsletters_bounced",
} as const

type Choice = Pick<MembershipRecord, "newsletters">

/** Whether a member gets newsletters, and about what. */
export function MemberNewsletters({ newsletters: { topics, ended, endedAt } }: Choice) {
  const { t, label, language, timeZone } = useAdminApp()
  if (ended) {
    const text = entryOf(ENDS, ended)
    return text ? t(text, { day: endedAt ? formatDay(language, endedAt, timeZone) : "" }) : ended
  }
  if (topics.length === Object.keys(TOPIC_TEXTS).length) return t("admin.member_newsletters_on")
  return t("admin.member_newsletters_some", { topics: topics.map((topic) => label(TOPIC_TEXTS, topic)).join(", ") })
}

/** Nothing once they are off: only the member can turn them on again. */
export function EndNewsletters({ id, newsletters }: Pick<MembershipRecord, "id" | "newsletters">) {
  const { t, showToast, showFailure } = useAdminApp()
  const { mutate, isPending } = useEndNewsletters(id)
  if (newsletters.ended) return null
  const end = () =>
    mutate(undefined, {
      onSuccess: () =>
        showToast("success", t("admin.member_newsletters_ended_title"), t("admin.member_newsletters_ended")),
      onError: showFailure,
    })
  return (
    <BusyButton compact look="quiet" isBusy={isPending} onClick={end}>
      {t("admin.member_newsletters_end")}
    </BusyButton>
  )
}
