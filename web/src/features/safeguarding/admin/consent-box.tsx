import { formatDay } from "@haitech/contract/clock"
import type { UserId } from "@haitech/contract/ids"
import { useSafeguardingAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { useUserConsent } from "./api.ts"
import { CONSENT_LABELS } from "./labels.ts"

/** State and dates of what guardians said; nothing of members whose birth year is unknown. */
export function ConsentBox({ userId }: { readonly userId: UserId }) {
  const { t, language, timeZone } = useSafeguardingAdminApp()
  const { data } = useUserConsent(userId)
  if (!data || data.birthYear === null) return null
  const { birthYear, consents, age } = data
  return (
    <section className="admin-box" aria-label={t("admin.consent_title")}>
      <h3>{t("admin.consent_title")}</h3>
      <p>{birthYear}</p>
      {age === "minor" && consents.length === 0 && <p className="text-muted">{t("admin.consent_none")}</p>}
      <ul className="admin-lines">
        {consents.map(({ id, state, requestedAt, validUntil, endedAt, allowsCertificates, allowsRecording }) => {
          const key = entryOf(CONSENT_LABELS, state)
          const at = state === "given" ? validUntil : state === "requested" ? requestedAt : endedAt
          const allowed = [
            allowsCertificates && t("admin.consent_certificates"),
            allowsRecording && t("admin.consent_recording"),
          ]
          return (
            <li key={id}>
              <span>{key ? t(key, { day: at ? formatDay(language, at, timeZone) : "" }) : state}</span>
              <span className="text-muted">{state === "given" && allowed.filter(Boolean).join(", ")}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
