import type { TutorSettings } from "@haitech/contract/admin/tutors"
import { cityOf, formatDay } from "@haitech/contract/clock"
import { lazy, Suspense, useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { CardSection } from "#ui/card-section.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const SettingsForm = lazy(async () => ({ default: (await import("./settings-form.tsx")).SettingsForm }))

/** The clock, the limits and the pause; before the first save, the form. */
export function SettingsSection({ settings }: { readonly settings: TutorSettings | null }) {
  const { t } = useTutorApp()
  const [isEditing, setEditing] = useState(false)
  if (settings && !isEditing)
    return (
      <CardSection title={t("tutor.settings")}>
        <Summary settings={settings} />
        <p className="mt-5">
          <Button look="quiet" compact onClick={() => setEditing(true)}>
            {t("tutor.settings_change")} <span className="sr">{t("tutor.settings")}</span>
          </Button>
        </p>
      </CardSection>
    )
  return (
    <CardSection title={t(settings ? "tutor.settings" : "tutor.settings_first")}>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <SettingsForm settings={settings} onDone={() => setEditing(false)} />
      </Suspense>
    </CardSection>
  )
}

function Summary({ settings }: { readonly settings: TutorSettings }) {
  const { t } = useTutorApp()
  const { timeZone, weeklyLimit, noticeHours, meetingUrl } = settings
  const facts = [
    [t("admin.tutor_zone"), cityOf(timeZone)],
    [
      t("admin.tutor_limit"),
      weeklyLimit === null ? t("tutor.no_limit") : t("admin.tutor_weekly", { count: weeklyLimit }),
    ],
    [t("admin.tutor_notice"), t("tutor.notice", { count: noticeHours })],
    ...(meetingUrl ? [[t("admin.tutor_meeting"), meetingUrl] as const] : []),
    [t("tutor.pause"), usePauseText(settings)],
  ]
  return (
    <dl className="tutor-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function usePauseText({ pausedFrom, pausedUntil }: TutorSettings): string {
  const { t, language } = useTutorApp()
  const day = (date: string) => formatDay(language, `${date}T12:00:00Z`, "UTC")
  if (!pausedFrom) return t("tutor.pause_none")
  if (!pausedUntil) return t("tutor.pause_open", { from: day(pausedFrom) })
  return t("tutor.pause_span", { from: day(pausedFrom), until: day(pausedUntil) })
}
