import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import { formatDay } from "@haitech/contract/clock"
import { needsScreening } from "@haitech/contract/screening"
import { type ReactNode, useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import type { useApplication } from "./api.ts"
import { ROLES, STATUSES } from "./labels.ts"
import { PipelineSteps } from "./pipeline-steps.tsx"
import { ScreeningSlot } from "./screening-slot.tsx"
import { StatusActions } from "./status-actions.tsx"
import { WorkForm } from "./work-form.tsx"

interface Props {
  readonly query: Pick<ReturnType<typeof useApplication>, "data" | "error" | "refetch">
  /** The signed-in administrator's id. */
  readonly me: string | undefined
}

/** An application with all that an administrator can do about it. */
export function ApplicationDetail({ query: { data, error, refetch }, me }: Props) {
  const loadError = useLoadError()
  if (data) return <Application key={data.id} application={data} me={me} />
  if (error) return <LoadFailed {...loadError(error, refetch)} />
  return <Skeleton className="h-48" />
}

function Application({ application, me }: Pick<Props, "me"> & { readonly application: ApplicationRecord }) {
  const { t, label } = useVolunteersAdminApp()
  const days = useWaitingDays()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, name, role, status, waitingDays, account } = application
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {name}
      </h2>
      <p className="admin-chips" role="status">
        <Chip>{label(ROLES, role)}</Chip>
        <Chip tone={entryOf(STATUSES, status)?.tone ?? "plain"}>{label(STATUSES, status)}</Chip>
        <span className="small text-muted">{days(waitingDays)}</span>
      </p>
      <PipelineSteps status={status} />
      <StatusActions application={application} onMoved={() => heading.current?.focus()} />
      <WorkForm application={application} />
      <Facts application={application} />
      <Words application={application} />
      {account && needsScreening(role) && <ScreeningSlot userId={account.id} me={me} />}
      <p className="admin-links">
        {account && <AppLink to={`/users?open=${account.id}`}>{t("admin.application_account_see")}</AppLink>}
        <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
      </p>
    </>
  )
}

const DAYS = { one: "admin.application_days_one", other: "admin.application_days_other" } as const

/** How long an application has had its status. */
export function useWaitingDays(): (days: number) => string {
  const { t, language } = useVolunteersAdminApp()
  return (days) =>
    days === 0 ? t("admin.application_since_today") : t(DAYS[pluralOf(language, days)], { count: days })
}

function Facts({ application }: { readonly application: ApplicationRecord }) {
  const { t, language, timeZone } = useVolunteersAdminApp()
  const { email, phone, createdAt, account, screenedUntil, linkedinUrl, websiteUrl } = application
  return (
    <section className="grid gap-3" aria-label={t("admin.application_facts")}>
      <h3>{t("admin.application_facts")}</h3>
      <dl className="admin-facts">
        <Fact title={t("form.email")}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
        <Fact title={t("admin.application_phone")}>
          {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
        </Fact>
        <Fact title={t("admin.language")}>{t(`language.${application.language}`)}</Fact>
        <Fact title={t("admin.application_country")}>{application.country}</Fact>
        <Fact title={t("admin.application_zone")}>{application.timezone}</Fact>
        <Fact title={t("admin.application_languages")}>{application.languages}</Fact>
        <Fact title={t("admin.application_skills")}>{application.skills}</Fact>
        <Fact title={t("admin.application_availability")}>{application.availability}</Fact>
        <Fact title={t("admin.linkedin")}>{linkedinUrl && <OwnPage url={linkedinUrl} />}</Fact>
        <Fact title={t("admin.application_website")}>{websiteUrl && <OwnPage url={websiteUrl} />}</Fact>
        <Fact title={t("admin.application_applied")}>{formatDay(language, createdAt, timeZone)}</Fact>
        <Fact title={t("admin.application_account")}>
          {account ? <AccountState account={account} /> : t("admin.application_no_account")}
        </Fact>
        <Fact title={t("admin.application_screened")}>
          {screenedUntil ? formatDay(language, screenedUntil, timeZone) : t("admin.application_not_screened")}
        </Fact>
      </dl>
    </section>
  )
}

/** What the applicant left out is not shown. */
function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  )
}

function AccountState({ account: { role, isOpen } }: { readonly account: NonNullable<ApplicationRecord["account"]> }) {
  const { t, label } = useVolunteersAdminApp()
  return (
    <>
      {label({ ...ROLES, student: "role.student", admin: "role.admin" }, role)}
      {!isOpen && ` (${t("admin.closed")})`}
    </>
  )
}

function OwnPage({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url.replace(/^https?:\/\//, "")}
    </a>
  )
}

function Words({ application }: { readonly application: ApplicationRecord }) {
  const { t } = useVolunteersAdminApp()
  const { motivation, experience, referral, language } = application
  const texts = [
    [t("admin.application_motivation"), motivation],
    [t("admin.application_experience"), experience],
    [t("admin.application_referral"), referral],
  ] as const
  return texts.map(
    ([title, text]) =>
      text && (
        <section key={title} className="grid gap-2">
          <h3>{title}</h3>
          <p className="admin-words" lang={language}>
            {text}
          </p>
        </section>
      ),
  )
}
