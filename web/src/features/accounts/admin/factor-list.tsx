import type { Factors, Passkey } from "@haitech/contract/admin/factors"
import { formatDay } from "@haitech/contract/clock"
import type { ReactNode } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { Button } from "#ui/button.tsx"

export type Removal = { readonly name: string; readonly passkey?: Passkey }

interface Props {
  readonly factors: Factors
  readonly onApp: () => void
  readonly onPasskey: () => void
  readonly onRename: (passkey: Passkey) => void
  readonly onRemove: (removal: Removal) => void
  readonly onCodes: () => void
}

/** The app, the passkeys and the recovery codes of the administrator. */
export function FactorList({ factors: { app, passkeys, recoveryCodesLeft }, ...actions }: Props) {
  const { t, language } = useAdminApp()
  const hasFactor = app !== null || passkeys.length > 0
  const { onApp, onPasskey, onRename, onRemove, onCodes } = actions
  return (
    <>
      <Section title={t("factor.app")} about={t("factor.app_about")}>
        {app && (
          <ul className="admin-factors">
            <Factor name={t("factor.app")} times={app} onRemove={() => onRemove({ name: t("factor.app") })} />
          </ul>
        )}
        <div>
          <Button look="quiet" compact onClick={onApp}>
            {t(app ? "factor.app_replace" : "factor.app_add")}
          </Button>
        </div>
      </Section>
      <Section title={t("factor.passkeys")} about={t("factor.passkeys_about")}>
        {passkeys.length > 0 && (
          <ul className="admin-factors">
            {passkeys.map((passkey) => (
              <Factor
                key={passkey.id}
                name={passkey.name}
                times={passkey}
                onRename={() => onRename(passkey)}
                onRemove={() => onRemove({ name: passkey.name, passkey })}
              />
            ))}
          </ul>
        )}
        <div>
          <Button look="quiet" compact onClick={onPasskey}>
            {t("factor.passkey_add")}
          </Button>
        </div>
      </Section>
      <Section title={t("factor.codes")} about={t(hasFactor ? "factor.codes_about" : "factor.codes_none")}>
        {hasFactor && (
          <>
            <p className="strong">{t("factor.codes_left", { count: formatNumber(language, recoveryCodesLeft) })}</p>
            <div>
              <Button look="quiet" compact onClick={onCodes}>
                {t("factor.codes_renew")}
              </Button>
            </div>
          </>
        )}
      </Section>
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

function Section({ title, about, children }: SectionProps) {
  return (
    <section className="admin-box" aria-label={title}>
      <h2>{title}</h2>
      <p className="text-muted">{about}</p>
      {children}
    </section>
  )
}

interface FactorProps {
  readonly name: string
  readonly times: { readonly createdAt: string; readonly lastUsedAt: string | null }
  readonly onRename?: () => void
  readonly onRemove: () => void
}

function Factor({ name, times: { createdAt, lastUsedAt }, onRename, onRemove }: FactorProps) {
  const { t, language, timeZone } = useAdminApp()
  const day = (at: string) => formatDay(language, at, timeZone)
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <span className="text-muted">
          {t("factor.added_on", { date: day(createdAt) })} ·{" "}
          {lastUsedAt ? t("factor.used_on", { date: day(lastUsedAt) }) : t("factor.not_used")}
        </span>
      </p>
      {onRename && (
        <button type="button" className="link" onClick={onRename}>
          {t("factor.rename")} <span className="sr">{name}</span>
        </button>
      )}
      <button type="button" className="link" onClick={onRemove}>
        {t("factor.remove")} <span className="sr">{name}</span>
      </button>
    </li>
  )
}
