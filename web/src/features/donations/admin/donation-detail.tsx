import type { DonationDetail as Detail, DonationRecord } from "@haitech/contract/admin/donations"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useDonationsAdminApp } from "#platform/app/app.tsx"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { type DonorDocument, useDonation, useResend } from "./api.ts"
import { EVENTS, FREQUENCIES, REFUND_STATES, TRIBUTES } from "./donation-states.ts"
import { MonthlyGift } from "./monthly-gift.tsx"
import { STATUSES } from "./statuses.ts"

interface Props {
  readonly donation: DonationRecord
  readonly onRefund: (donation: Detail) => void
}

export function DonationDetail({ donation, onRefund }: Props) {
  const { t, language, timeZone } = useDonationsAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useDonation(donation.id)
  const { name, email, amount, currency, frequency, isAnonymous, message, status, createdAt } = donation
  const frequencyText = frequency && FREQUENCIES[frequency]
  return (
    <>
      <h2>{formatMoney(language, amount, currency)}</h2>
      <dl className="admin-facts">
        <dt>{t("admin.donor")}</dt>
        <dd>{name ?? t("admin.no_name")}</dd>
        <dt>{t("form.email")}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : "–"}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>{t(STATUSES[status].text)}</dd>
        <dt>{t("admin.frequency")}</dt>
        <dd>{frequencyText ? t(frequencyText) : (frequency ?? "–")}</dd>
        <dt>{t("admin.anonymous")}</dt>
        <dd>{t(isAnonymous === "true" ? "admin.yes" : "admin.no")}</dd>
        <dt>{t("admin.given")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
        {data && <PaymentFacts detail={data} />}
      </dl>
      {message && <p className="admin-words">{message}</p>}
      {error && <LoadFailed {...loadError(error, refetch)} />}
      {!data && !error && <Skeleton className="h-16" />}
      {data?.monthlyGift && <MonthlyGift donationId={donation.id} currency={currency} gift={data.monthlyGift} />}
      {data && <RefundList detail={data} />}
      {data && <EventList events={data.events} />}
      <p>
        <AppLink to={`/history?about=${donation.id}`}>{t("admin.history_about")}</AppLink>
      </p>
      {data && <Actions detail={data} onRefund={() => onRefund(data)} />}
    </>
  )
}

function PaymentFacts({ detail }: { readonly detail: Detail }) {
  const { t, language, timeZone } = useDonationsAdminApp()
  const { paidAt, feeCovered, refundedAmount, amount, currency, receiptNumber, intentId, provider } = detail
  return (
    <>
      {feeCovered > 0 && (
        <>
          <dt>{t("admin.fee_covered")}</dt>
          <dd>{formatMoney(language, feeCovered, currency)}</dd>
        </>
      )}
      {detail.tribute && <TributeFacts tribute={detail.tribute} />}
      {paidAt && (
        <>
          <dt>{t("admin.paid")}</dt>
          <dd>{formatWhen(language, paidAt, timeZone).exact}</dd>
        </>
      )}
      {refundedAmount > 0 && (
        <>
          <dt>{t("admin.gift_refunded")}</dt>
          <dd>{formatMoney(language, refundedAmount, currency)}</dd>
          <dt>{t("admin.net")}</dt>
          <dd>{formatMoney(language, amount - refundedAmount, currency)}</dd>
        </>
      )}
      <dt>{t("admin.receipt")}</dt>
      <dd>{receiptNumber ?? "–"}</dd>
      <dt>{t("admin.payment")}</dt>
      <dd>{provider === "sandbox" ? t("admin.payment_sandbox") : (intentId ?? "–")}</dd>
    </>
  )
}

function TributeFacts({ tribute }: { readonly tribute: NonNullable<Detail["tribute"]> }) {
  const { t } = useDonationsAdminApp()
  const { type, honoree, notifyName, notifyEmail, message } = tribute
  return (
    <>
      <dt>{t(TRIBUTES[type])}</dt>
      <dd>{honoree}</dd>
      {notifyEmail && (
        <>
          <dt>{t("admin.tribute_card")}</dt>
          <dd>
            {notifyName} <a href={`mailto:${notifyEmail}`}>{notifyEmail}</a>
            {message && <p className="admin-words">{message}</p>}
          </dd>
        </>
      )}
    </>
  )
}

function RefundList({ detail: { refunds, currency } }: { readonly detail: Detail }) {
  const { t, label, language, timeZone } = useDonationsAdminApp()
  if (refunds.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3>{t("admin.refunds")}</h3>
      <ol className="admin-thread">
        {refunds.map(({ id, amount, reason, state, createdAt }) => (
          <li key={id}>
            <p className="small text-muted">
              {formatMoney(language, amount, currency)}, {label(REFUND_STATES, state)},{" "}
              {formatWhen(language, createdAt, timeZone).exact}
            </p>
            {reason && <p className="admin-words">{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function EventList({ events }: Pick<Detail, "events">) {
  const { t, language, timeZone } = useDonationsAdminApp()
  if (events.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3>{t("admin.events")}</h3>
      <ol className="small grid gap-1 pl-5">
        {events.map(({ id, type, happenedAt }) => {
          const text = EVENTS[type]
          return (
            <li key={id}>
              {text ? t(text) : type}{" "}
              <span className="text-muted">{formatWhen(language, happenedAt, timeZone).exact}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const DOCUMENT_TEXTS = {
  receipt: { label: "admin.resend_receipt", title: "admin.receipt_sent" },
  statement: { label: "admin.resend_statement", title: "admin.statement_sent" },
} as const

function Actions({ detail, onRefund }: { readonly detail: Detail; readonly onRefund: () => void }) {
  const { t, showToast, showFailure } = useDonationsAdminApp()
  const resend = useResend(detail.id)
  const { email, paidAt, intentId, taxYear, refundable } = detail
  const documents: DonorDocument[] = email && paidAt && intentId ? ["receipt"] : []
  if (documents.length > 0 && taxYear !== null) documents.push("statement")
  if (documents.length === 0 && refundable === 0) return null
  return (
    <div className="admin-dock">
      {documents.map((document) => (
        <BusyButton
          key={document}
          compact
          look="quiet"
          isBusy={resend.isPending}
          onClick={() =>
            resend.mutate(document, {
              onSuccess: () => showToast("success", t(DOCUMENT_TEXTS[document].title), email ?? ""),
              onError: showFailure,
            })
          }
        >
          {t(DOCUMENT_TEXTS[document].label, { year: taxYear ?? "" })}
        </BusyButton>
      ))}
      {refundable > 0 && (
        <Button compact look="quiet" className="danger" onClick={onRefund}>
          {t("admin.refund")}
        </Button>
      )}
    </div>
  )
}
