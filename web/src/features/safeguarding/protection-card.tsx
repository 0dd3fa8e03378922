import { formatDay } from "@haitech/contract/clock"
import type { Protection } from "@haitech/contract/safeguarding"
import { type RefObject, useEffect, useRef } from "react"
import { useProtectionApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { Button } from "#ui/button.tsx"
import { presentPlainDialog } from "#ui/plain-dialog.ts"
import { useEndConsent, useProtection } from "./api.ts"
import { BirthYearForm } from "./birth-year-form.tsx"
import { GuardianForm } from "./guardian-form.tsx"

/** Nothing until it is loaded: the profile does not wait for it. */
export function ProtectionCard() {
  const { t } = useProtectionApp()
  const { data: protection } = useProtection()
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = protection !== undefined
  useEffect(() => {
    if (isShown && location.hash === "#guardian") heading.current?.focus()
  }, [isShown])
  if (!protection) return null
  return (
    <section className="card p-5 sm:p-7" aria-labelledby="guardian">
      <h2 id="guardian" ref={heading} tabIndex={-1} className="mb-5 text-[1.375rem]">
        {t("protection.title")}
      </h2>
      <div className="grid gap-5">
        {protection.birthYear === null ? (
          <BirthYearForm onDone={() => heading.current?.focus()} />
        ) : (
          <p>{t("protection.year", { year: protection.birthYear })}</p>
        )}
        {protection.age === "child" && <p>{t("problem.member.too_young")}</p>}
        {protection.age === "minor" && <Guardian {...{ protection, heading }} />}
      </div>
    </section>
  )
}

interface GuardianProps {
  readonly protection: Protection
  /** Takes the focus of what goes away. */
  readonly heading: RefObject<HTMLHeadingElement | null>
}

const ENDINGS = {
  refused: "protection.refused",
  withdrawn: "protection.withdrawn",
  revoked: "protection.revoked",
  lapsed: "protection.revoked",
  expired: "protection.expired",
} as const

function Guardian({ protection: { given, request, mayRequest }, heading }: GuardianProps) {
  const { t, language, timeZone } = useProtectionApp()
  const dayOf = (at: string | null | undefined) => (at ? formatDay(language, at, timeZone) : "")
  const ending = given || !request ? undefined : entryOf(ENDINGS, request.state)
  const focus = () => heading.current?.focus()
  return (
    <>
      {!given && <p>{t("protection.minor")}</p>}
      {given && <p>{t("protection.given", { email: given.guardianEmail, day: dayOf(given.validUntil) })}</p>}
      {ending && request && (
        <p className="notice">
          {t(ending, { email: request.guardianEmail, day: dayOf(request.endedAt ?? request.decidedAt) })}
        </p>
      )}
      {request?.state === "requested" && (
        <>
          <p className="notice" role="status">
            {t("protection.requested", { email: request.guardianEmail, day: dayOf(request.requestedAt) })}
          </p>
          {!given && <EndAction kind="withdraw" onDone={focus} />}
        </>
      )}
      {given && mayRequest && <p>{t("protection.renew")}</p>}
      {mayRequest && <GuardianForm onDone={focus} />}
      {given && <EndAction kind="end" onDone={focus} />}
    </>
  )
}

function EndAction({ kind, onDone }: { readonly kind: "withdraw" | "end"; readonly onDone: () => void }) {
  const { t, showToast, showFailure } = useProtectionApp()
  const { mutate, isPending } = useEndConsent()
  const run = () =>
    mutate(undefined, {
      onSuccess() {
        showToast("success", t("protection.done_title"), t("protection.done"))
        onDone()
      },
      onError: showFailure,
    })
  const ask = () =>
    presentPlainDialog({
      role: "alertdialog",
      title: t("protection.end"),
      message: t("protection.end_text"),
      actions: [
        { label: t("guardian.keep"), onSelect: () => undefined },
        { label: t("protection.end"), onSelect: run },
      ],
    })
  return (
    <p>
      <Button look="quiet" compact disabled={isPending} onClick={kind === "end" ? ask : run}>
        {t(kind === "end" ? "protection.end" : "protection.withdraw")}
      </Button>
    </p>
  )
}
