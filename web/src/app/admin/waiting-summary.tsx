import type { WaitingItem, WaitingKind } from "@haitech/contract/admin/accounts"
import { ROLE_TEXTS } from "#features/accounts/admin/role-texts.ts"
import { SUBJECTS } from "#features/appointments/admin/labels.ts"
import { DIFFERENCE_TITLES } from "#features/donations/admin/statuses.ts"
import { SUBJECT_TEXTS } from "#features/outreach/admin/contact-detail.tsx"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import type { RecordSummary } from "#ui/record-list.tsx"

export const KINDS = {
  contact: { text: "admin.waiting_contact", plural: "admin.waiting_contacts", tone: "info" },
  session: { text: "admin.waiting_session", plural: "admin.waiting_sessions", tone: "good" },
  moving: { text: "admin.waiting_moving", plural: "admin.waiting_movings", tone: "wait" },
  without_tutor: { text: "admin.waiting_without_tutor", plural: "admin.waiting_without_tutors", tone: "bad" },
  consent: { text: "admin.waiting_consent", plural: "admin.waiting_consents", tone: "bad" },
  chat: { text: "admin.waiting_chat", plural: "admin.waiting_chats", tone: "plain" },
  report: { text: "admin.waiting_report", plural: "admin.waiting_reports", tone: "bad" },
  group_report: { text: "admin.waiting_group_report", plural: "admin.waiting_group_reports", tone: "bad" },
  case: { text: "admin.waiting_case", plural: "admin.waiting_cases", tone: "bad" },
  role: { text: "admin.waiting_role", plural: "admin.waiting_roles", tone: "info" },
  application: { text: "admin.waiting_application", plural: "admin.waiting_applications", tone: "info" },
  screening: { text: "admin.waiting_screening", plural: "admin.waiting_screenings", tone: "bad" },
  email: { text: "admin.waiting_email", plural: "admin.waiting_emails", tone: "wait" },
  difference: { text: "admin.waiting_difference", plural: "admin.waiting_differences", tone: "bad" },
} as const satisfies Readonly<
  Record<WaitingKind, { readonly text: AdminText; readonly plural: AdminText; readonly tone: ChipTone }>
>

/** The statuses of applications that wait. */
const STATUSES = {
  new: "admin.application_status_new",
  interview: "admin.application_status_interview",
  screening: "admin.application_status_screening",
  training: "admin.application_status_training",
} as const

export function useSummary() {
  const { t, label, language, timeZone } = useAdminApp()
  const lineOf = ({ kind, name, text }: WaitingItem) => {
    if (kind === "application") return label(STATUSES, text ?? "")
    if (kind === "case") return t("admin.waiting_case_line")
    return kind === "difference" ? name : text
  }
  return (item: WaitingItem): RecordSummary => {
    const { kind, startsAt, since, unread, isUrgent, declinedBy } = item
    const when = startsAt && formatWhen(language, startsAt, timeZone).exact
    return {
      who: whoOf(item, t, label),
      about: aboutText(item, t),
      line: when ? (
        t(kind === "screening" ? "admin.screening_first" : "admin.asks_for", { when })
      ) : (
        <span lang={item.language ?? undefined}>{lineOf(item)}</span>
      ),
      at: formatWhen(language, since, timeZone),
      isNew: unread > 0,
      chip: (
        <span className="admin-chips">
          {kind === "chat" && unread > 0 && <Chip tone="wait">{t("admin.new")}</Chip>}
          {(kind === "session" || kind === "application") && isUrgent && <Chip tone="bad">{t("admin.urgent")}</Chip>}
          {declinedBy && <Chip tone="wait">{t("admin.waiting_declined", { name: declinedBy })}</Chip>}
          <Chip tone={entryOf(KINDS, kind)?.tone ?? "plain"}>{label(KINDS, kind)}</Chip>
        </span>
      ),
    }
  }
}

function whoOf({ kind, name, about }: WaitingItem, t: Translate, label: ReturnType<typeof useAdminApp>["label"]) {
  if (kind === "difference") return label(DIFFERENCE_TITLES, about ?? "")
  if (kind === "group_report") return about ?? ""
  if (kind === "case") return t("admin.waiting_case")
  return name ?? t("admin.no_name")
}

type Translate = ReturnType<typeof useAdminApp>["t"]

function aboutText({ kind, about }: WaitingItem, t: Translate): string | undefined {
  const texts: Readonly<Record<string, AdminText>> | undefined = entryOf(ABOUT_TEXTS, kind)
  const key = about === null ? undefined : texts?.[about]
  return key && t(key)
}

const ABOUT_TEXTS = {
  contact: SUBJECT_TEXTS,
  session: SUBJECTS,
  moving: SUBJECTS,
  without_tutor: SUBJECTS,
  consent: SUBJECTS,
  role: ROLE_TEXTS,
  application: ROLE_TEXTS,
  screening: {
    missing: "admin.screening_missing",
    lapsed: "admin.screening_lapsed",
    inactive: "admin.screening_inactive",
  },
} as const
