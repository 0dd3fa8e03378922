import type { Match, Proposal } from "@haitech/contract/admin/matching"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useMatchingApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { pluralOf } from "#platform/i18n/plural.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Chip } from "#ui/chip.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useMatches, usePropose } from "./matching-api.ts"

const REASONS = {
  language: "admin.match_language",
  subject: "admin.match_subject",
  free: "admin.match_free",
  below_limit: "admin.match_below_limit",
  session_type: "admin.match_session_type",
  open_hour: "admin.match_open_hour",
} as const

const STATES = {
  open: "admin.match_asked",
  accepted: "admin.match_accepted",
  declined: "admin.match_declined",
} as const

const INCOMPLETE = { one: "admin.match_incomplete_one", other: "admin.match_incomplete_other" } as const

/** Who can give a request that has no tutor, why, and what became of the last proposal. */
export function TutorMatches({ id }: { readonly id: string }) {
  const { t, language } = useMatchingApp()
  const { data, error, refetch } = useMatches(id)
  const loadError = useLoadError()
  if (error && !data) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="h-32" />
  const { matches, incomplete, proposal } = data
  return (
    <section className="matches" aria-labelledby="matches">
      <h3 id="matches">{t("admin.match_title")}</h3>
      <ProposalState proposal={proposal} />
      {matches.length === 0 ? (
        <p>{t("admin.match_none")}</p>
      ) : (
        <ul aria-label={t("admin.match_list")}>
          {matches.map((match) => (
            <MatchRow key={match.tutorId} id={id} match={match} proposal={proposal} />
          ))}
        </ul>
      )}
      {incomplete > 0 && (
        <p className="small text-muted">
          {t(INCOMPLETE[pluralOf(language, incomplete)], { count: incomplete })}{" "}
          <AppLink to="/calendar">{t("admin.match_tutors")}</AppLink>
        </p>
      )}
    </section>
  )
}

function ProposalState({ proposal }: { readonly proposal: Proposal | null }) {
  const { t, language, timeZone } = useMatchingApp()
  const text = proposal && entryOf(STATES, proposal.state)
  if (!text) return null
  const { tutorName: name, createdAt, answeredAt } = proposal
  return <p role="status">{t(text, { name, when: formatWhen(language, answeredAt ?? createdAt, timeZone).exact })}</p>
}

interface RowProps {
  readonly id: string
  readonly match: Match
  readonly proposal: Proposal | null
}

function MatchRow({ id, match, proposal }: RowProps) {
  const { t, label, showToast, showFailure } = useMatchingApp()
  const { mutate, isPending } = usePropose(id)
  const { tutorId, name, reasons, sessionsThatWeek, hasDeclined } = match
  const isAsked = proposal?.state === "open" && proposal.tutorId === tutorId
  const propose = () =>
    mutate(tutorId, {
      onSuccess: () => showToast("success", t("admin.match_proposed_title"), t("admin.match_proposed", { name })),
      onError: showFailure,
    })
  return (
    <li>
      <div>
        <p className="strong">{name}</p>
        <ul className="admin-chips">
          {hasDeclined && (
            <li>
              <Chip tone="bad">{t("admin.match_has_declined")}</Chip>
            </li>
          )}
          {reasons.map((reason) => (
            <li key={reason}>
              <Chip tone={reason === "open_hour" ? "good" : "plain"}>{label(REASONS, reason)}</Chip>
            </li>
          ))}
        </ul>
        <p className="small text-muted">{t("admin.match_week", { count: sessionsThatWeek })}</p>
      </div>
      <BusyButton isBusy={isPending || isAsked} look="quiet" compact onClick={propose}>
        {isAsked ? t("admin.match_proposed_title") : t("admin.match_propose", { name })}
      </BusyButton>
    </li>
  )
}
