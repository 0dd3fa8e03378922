import { formatDay } from "@haitech/contract/clock"
import type { Protection } from "@haitech/contract/safeguarding"
import { useProtectionApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { Button } from "#ui/button.tsx"
import { presentPlainDialog } from "#ui/plain-dialog.ts"
import { useEndConsent } from "./api.ts"
import { GuardianForm } from "./guardian-form.tsx"

interface GuardianProps {
  readonly protection: Protection
  /** Takes the focus of what goes away. */
  readonly focus: () => void
}

const ENDINGS = {
  refused: "protection.refused",
  withdrawn: "protection.withdrawn",
  revoked: "protection.revoked",
  lapsed: "protection.revoked",
  expired: "protection.expired",
} as const

/** What a minor asked and what the guardian said. */
export function Guardian({ protection: { given, request, mayRequest }, focus }: GuardianProps) {
  const { t, language, timeZone } = useProtectionApp()
  const dayOf = (at: string | null | undefined) => (at ? formatDay(language, at, timeZone) : "")
  const ending = given || !request ? undefined : entryOf(ENDINGS, request.state)
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
