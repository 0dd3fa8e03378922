import en from "@haitech/content/pages/privacy.en.md?raw"
import es from "@haitech/content/pages/privacy.es.md?raw"
import fr from "@haitech/content/pages/privacy.fr.md?raw"
import ht from "@haitech/content/pages/privacy.ht.md?raw"
import { formatPeriod, RETENTION, RETENTION_KINDS } from "@haitech/contract/retention"
import { usePage } from "#platform/page/page.tsx"
import { LegalPage } from "./legal-page.tsx"

/** Spec §2 Privacy Policy, spec §9 "Terms and Privacy". Its periods are those of the settings. */
export function PrivacyPage() {
  const { language, retention } = usePage()
  const periods = RETENTION_KINDS.map(
    (kind) => [kind, formatPeriod(language, kind, retention?.[kind] ?? RETENTION[kind].max)] as const,
  )
  return (
    <LegalPage
      title="footer.privacy"
      lead="privacy.description"
      isDated
      texts={{ en, fr, ht, es }}
      values={Object.fromEntries(periods)}
    />
  )
}
