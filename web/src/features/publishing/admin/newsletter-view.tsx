import type { NewsletterRecord } from "@haitech/contract/admin/newsletters"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { useState } from "react"
import { useNewslettersAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { PROGRAM_TEXTS } from "#platform/i18n/program-texts.ts"
import { TOPIC_TEXTS } from "#platform/i18n/topic-texts.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Icon } from "#ui/icon.tsx"
import { EmailPreview } from "./email-preview.tsx"
import { useMove, useTest } from "./newsletter-api.ts"
import { Audience } from "./newsletter-audience.tsx"
import { FIELDS, STATE_TEXTS, topicOf } from "./newsletter-values.ts"
import { useFormatWhen } from "./record-actions.tsx"

interface Props {
  readonly newsletter: NewsletterRecord
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onSend: () => void
}

export function AdminNewsletterView({ newsletter, onEdit, onDelete, onSend }: Props) {
  const { t } = useNewslettersAdminApp()
  const when = useFormatWhen()
  const { id, state, subjectEn, updatedAt } = newsletter
  const isOpen = state === "draft" || state === "scheduled"
  return (
    <article className="admin-record">
      <p className="admin-chips">
        <NewsletterChip state={state} />
      </p>
      <h2 className="text-[1.375rem] wrap-anywhere">{subjectEn}</h2>
      {isOpen ? <Audience id={id} /> : <Counts newsletter={newsletter} />}
      <Facts newsletter={newsletter} />
      {languagesOf(newsletter).map((language) => (
        <Reading key={language} newsletter={newsletter} language={language} />
      ))}
      <p className="small text-muted">{t("admin.updated_at", { when: when(updatedAt).exact })}</p>
      <div className="admin-record-actions">
        {state === "draft" && (
          <Button compact onClick={onSend}>
            {t("admin.newsletter_send")}
          </Button>
        )}
        <Move newsletter={newsletter} />
        {isOpen && (
          <Button compact look="quiet" onClick={onEdit}>
            {t("admin.edit")} <kbd aria-hidden="true">E</kbd>
          </Button>
        )}
        {state === "draft" && (
          <Button compact look="quiet" className="danger" onClick={onDelete}>
            {t("admin.delete")} <kbd aria-hidden="true">{t("admin.delete_key")}</kbd>
          </Button>
        )}
      </div>
    </article>
  )
}

export function NewsletterChip({ state }: Pick<NewsletterRecord, "state">) {
  const { label } = useNewslettersAdminApp()
  return <Chip tone={entryOf(STATE_TEXTS, state)?.tone ?? "plain"}>{label(STATE_TEXTS, state)}</Chip>
}

export function languagesOf(newsletter: NewsletterRecord): Language[] {
  return LANGUAGES.filter((language) => newsletter[FIELDS[language].subject])
}

function Facts({ newsletter }: Pick<Props, "newsletter">) {
  const { t, label } = useNewslettersAdminApp()
  const when = useFormatWhen()
  const { topic, program, scheduledAt, startedAt, finishedAt } = newsletter
  return (
    <dl className="admin-facts">
      <dt>{t("admin.newsletter_topic")}</dt>
      <dd>{label(TOPIC_TEXTS, topic)}</dd>
      <dt>{t("admin.newsletter_for")}</dt>
      <dd>{program ? label(PROGRAM_TEXTS, program) : t("admin.newsletter_all")}</dd>
      {scheduledAt && !startedAt && <Moment label={t("admin.newsletter_scheduled_at")} at={when(scheduledAt).exact} />}
      {startedAt && <Moment label={t("admin.newsletter_started")} at={when(startedAt).exact} />}
      {finishedAt && <Moment label={t("admin.newsletter_finished")} at={when(finishedAt).exact} />}
    </dl>
  )
}

function Moment({ label, at }: { readonly label: string; readonly at: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{at}</dd>
    </>
  )
}

const COUNTS = {
  sent: "admin.newsletter_sent",
  waiting: "admin.newsletter_waiting",
  failed: "admin.newsletter_failed",
  bounced: "admin.newsletter_bounced",
  skipped: "admin.newsletter_skipped",
  left: "admin.newsletter_left",
} as const

function Counts({ newsletter: { counts } }: Pick<Props, "newsletter">) {
  const { t, language } = useNewslettersAdminApp()
  return (
    <dl className="admin-facts">
      {(["sent", "waiting", "failed", "bounced", "skipped", "left"] as const).map((name) => (
        <div key={name} className="contents">
          <dt className="first-letter:uppercase">{t(COUNTS[name])}</dt>
          <dd>{formatNumber(language, counts[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The email in one language, and a test of it. */
function Reading({ newsletter, language }: Pick<Props, "newsletter"> & { readonly language: Language }) {
  const { t, showToast, showFailure } = useNewslettersAdminApp()
  const [isOpen, setOpen] = useState(false)
  const { mutate: test, isPending } = useTest(newsletter.id)
  const { subject, content } = FIELDS[language]
  const sendTest = () =>
    test(language, {
      onSuccess: ({ to }) =>
        showToast("success", t("admin.newsletter_test_done_title"), t("admin.newsletter_test_done", { to })),
      onError: showFailure,
    })
  return (
    <details className="admin-read" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t("admin.newsletter_preview", { language: t(`language.${language}`) })}
        <Icon name="down" />
      </summary>
      {isOpen && (
        <div className="grid gap-4">
          <EmailPreview
            isTitled={false}
            language={language}
            topic={topicOf(newsletter.topic)}
            subject={newsletter[subject] ?? ""}
            content={newsletter[content] ?? ""}
          />
          <p>
            <BusyButton compact look="quiet" isBusy={isPending} onClick={sendTest}>
              {t("admin.newsletter_test")}
            </BusyButton>
          </p>
        </div>
      )}
    </details>
  )
}

const MOVES = {
  scheduled: { to: "draft", text: "admin.newsletter_unschedule" },
  sending: { to: "stopped", text: "admin.newsletter_stop" },
  stopped: { to: "sending", text: "admin.newsletter_resume" },
} as const

function Move({ newsletter: { id, state } }: Pick<Props, "newsletter">) {
  const { t, showFailure } = useNewslettersAdminApp()
  const { mutate, isPending } = useMove(id)
  const move = entryOf(MOVES, state)
  if (!move) return null
  return (
    <BusyButton compact isBusy={isPending} onClick={() => mutate(move.to, { onError: showFailure })}>
      {t(move.text)}
    </BusyButton>
  )
}
