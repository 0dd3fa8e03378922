import type { AuditEntry } from "@haitech/contract/audit"
import { formatDay } from "@haitech/contract/clock"
import { formatOpenDays, type OpeningWeek } from "@haitech/contract/opening-hours"
import { byKind } from "@haitech/contract/retention"
import { type HistoryAdminText, useHistoryAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { PROGRAM_TEXTS } from "#platform/i18n/program-texts.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { ROLE_TEXTS } from "./role-texts.ts"

interface Props {
  readonly entry: AuditEntry
  /** Returns the name of an administrator by id. */
  readonly nameOf?: (id: string) => string | undefined
}

/** Shows each field before and after the change; for a created or deleted record, its only version. */
export function AuditChanges({ entry: { action, before, after }, nameOf }: Props) {
  const { t } = useHistoryAdminApp()
  const formatValue = useFormatValue(nameOf)
  const noun = action.slice(0, action.indexOf("."))
  const sides = [
    { label: t("audit.before"), facts: before ?? {} },
    { label: t("audit.after"), facts: after ?? {} },
  ].filter(({ facts }) => Object.values(facts).some((value) => !isEmpty(value)))
  const names = new Set(sides.flatMap(({ facts }) => Object.keys(facts)))
  const fields = [...names].flatMap((name) => {
    const label = findLabel(noun, name)
    return label && sides.some(({ facts }) => !isEmpty(facts[name])) ? [{ name, label }] : []
  })
  if (fields.length === 0) return null
  const hasBoth = before !== null && after !== null
  return (
    <section aria-label={t("audit.changes")}>
      <dl className="admin-changes">
        {fields.map(({ name, label }) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            {sides.map((side) => (
              <dd key={side.label}>
                {hasBoth && <span>{side.label}</span>}
                <p>{formatValue(noun, name, side.facts[name])}</p>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ""

/** The labels of forms and filters. Fields without a label, such as ids, are not shown. */
const FIELDS: Readonly<Record<string, HistoryAdminText>> = {
  amount: "admin.amount",
  approved: "admin.approval",
  assignedAdmin: "admin.application_owner",
  assignedTo: "admin.thread_assign",
  author: "admin.author",
  authorImageUrl: "admin.author_image",
  bio: "admin.bio",
  category: "admin.category",
  content: "admin.article",
  contentEn: "audit.text_en",
  contentEs: "audit.text_es",
  contentFr: "audit.text_fr",
  contentHt: "audit.text_ht",
  date: "audit.day",
  en: "language.en",
  endTime: "audit.end",
  es: "language.es",
  excerpt: "admin.excerpt",
  featured: "admin.featured",
  firstDate: "audit.first_day",
  fr: "language.fr",
  githubUrl: "admin.github",
  hasMeetingUrl: "audit.meeting_link",
  hasReason: "admin.refund_reason",
  ht: "language.ht",
  imageUrl: "admin.image",
  isAvailable: "audit.open",
  isRoleWaiting: "audit.role_waiting",
  isSearched: "admin.search",
  language: "admin.language",
  languages: "admin.tutor_languages",
  linkedinUrl: "admin.linkedin",
  list: "audit.list",
  maxBookings: "audit.places",
  name: "admin.name",
  nextStepOn: "admin.application_next_on",
  noticeHours: "audit.notice_hours",
  order: "admin.order",
  pausedFrom: "audit.paused_from",
  pausedUntil: "audit.paused_until",
  program: "admin.program",
  publishedAt: "admin.publication",
  rating: "admin.rating",
  reason: "admin.refund_reason",
  recipients: "audit.recipients",
  role: "admin.role",
  scheduledAt: "audit.time",
  sendsEmail: "audit.application_email",
  sessionTypes: "audit.session_types",
  startTime: "audit.start",
  state: "admin.state",
  status: "admin.state",
  subject: "admin.subject",
  subjectEn: "audit.subject_en",
  subjectEs: "audit.subject_es",
  subjectFr: "audit.subject_fr",
  subjectHt: "audit.subject_ht",
  subjects: "admin.tutor_subjects",
  timeZone: "audit.time_zone",
  title: "admin.title",
  topic: "audit.topic",
  twitterUrl: "admin.twitter",
  untilDate: "audit.last_day",
  week: "admin.opening_hours",
  weeklyLimit: "audit.weekly_limit",
  "factor.factor": "audit.kind",
  "factor.title": "admin.name",
  "membership.consent": "audit.consent",
  "membership.deleted": "audit.deleted",
  "membership.existing": "audit.existing",
  "membership.imported": "audit.imported",
  "membership.leftOut": "audit.left_out",
  "membership.remaining": "audit.remaining",
  "membership.rows": "audit.rows",
  "membership.sendsWelcome": "audit.welcome",
  "retention.appliesAt": "audit.retention_from",
  "retention.kind": "audit.kind",
  "retention.period": "audit.retention_period",
  "team.role": "admin.job",
  "testimonial.content": "admin.quote",
  "testimonial.role": "admin.job",
}

const findLabel = (noun: string, name: string) => FIELDS[`${noun}.${name}`] ?? FIELDS[name]

const YES_NO: Readonly<Record<string, HistoryAdminText>> = { true: "admin.yes", false: "admin.no" }

const VALUES: Readonly<Record<string, Readonly<Record<string, HistoryAdminText>>>> = {
  approved: { true: "admin.approved", false: "admin.closed" },
  factor: { app: "factor.app", passkey: "factor.passkey" },
  language: { en: "language.en", fr: "language.fr", ht: "language.ht", es: "language.es" },
  languages: { en: "language.en", fr: "language.fr", ht: "language.ht", es: "language.es" },
  list: {
    users: "admin.users",
    contacts: "admin.contacts",
    donations: "admin.donations",
    donation_months: "audit.months",
    memberships: "admin.memberships",
    appointments: "audit.appointments",
    volunteer_applications: "admin.volunteers",
  },
  program: PROGRAM_TEXTS,
  role: ROLE_TEXTS,
  sessionTypes: {
    tutoring: "schedule.tutoring",
    mentoring: "schedule.mentoring",
    consultation: "schedule.consultation",
  },
  state: { new: "admin.state_new", answered: "admin.state_answered", done: "admin.state_done" },
  status: {
    succeeded: "admin.gift_succeeded",
    pending: "admin.gift_pending",
    failed: "admin.gift_failed",
    canceled: "admin.gift_canceled",
    partially_refunded: "admin.gift_partially_refunded",
    refunded: "admin.gift_refunded",
    disputed: "admin.gift_disputed",
  },
  subject: {
    general: "subject.general",
    coding: "subject.coding",
    languages: "subject.languages",
    cares: "subject.cares",
    partnership: "subject.partnership",
    volunteer: "subject.volunteer",
    donation: "subject.donation",
    technical: "subject.technical",
  },
  topic: TOPIC_TEXTS,
  "application.status": {
    new: "admin.application_status_new",
    interview: "admin.application_status_interview",
    screening: "admin.application_status_screening",
    training: "admin.application_status_training",
    active: "admin.application_status_active",
    paused: "admin.application_status_paused",
    alumni: "admin.application_status_alumni",
    declined: "admin.application_status_declined",
  },
  subjects: {
    coding: "schedule.coding",
    language: "schedule.language",
    career: "schedule.career",
    general: "schedule.general",
  },
  "appointment.status": {
    pending: "admin.appointment_pending",
    approved: "admin.appointment_approved",
    declined: "admin.appointment_declined",
    completed: "admin.appointment_completed",
    cancelled: "admin.appointment_cancelled",
    no_show: "admin.appointment_no_show",
  },
  "chat.state": { open: "admin.thread_open", done: "admin.thread_done" },
  "retention.kind": byKind((kind) => `retention.${kind}` as const),
  // Free text.
  "team.role": {},
  "testimonial.role": {},
}

const DAYS = ["date", "firstDate", "untilDate", "pausedFrom", "pausedUntil", "nextStepOn"]

function useFormatValue(nameOf: Props["nameOf"]) {
  const { t, language, timeZone } = useHistoryAdminApp()
  return (noun: string, name: string, value: unknown): string => {
    if (name === "assignedTo") {
      return typeof value === "string" ? (nameOf?.(value) ?? t("admin.former_admin")) : t("admin.thread_nobody")
    }
    if (name === "assignedAdmin") {
      return typeof value === "string" ? (nameOf?.(value) ?? t("admin.former_admin")) : t("admin.application_nobody")
    }
    if (name === "publishedAt") {
      return typeof value === "string" ? formatWhen(language, value, timeZone).exact : t("admin.draft")
    }
    if ((name === "scheduledAt" || name === "appliesAt") && typeof value === "string")
      return formatWhen(language, value, timeZone).exact
    if (isEmpty(value)) return "–"
    if (name === "week") return formatOpenDays(language, value as OpeningWeek)
    if (name === "rating") return t("testimonials.stars", { rating: String(value) })
    if (DAYS.includes(name)) return formatDay(language, `${String(value)}T00:00:00Z`, "UTC")
    const texts = VALUES[`${noun}.${name}`] ?? VALUES[name] ?? (typeof value === "boolean" ? YES_NO : undefined)
    const formatOne = (one: unknown) => {
      const text = texts?.[String(one)]
      if (text) return t(text)
      return typeof one === "number" ? formatNumber(language, one) : String(one)
    }
    return Array.isArray(value) ? value.map(formatOne).join(", ") : formatOne(value)
  }
}
