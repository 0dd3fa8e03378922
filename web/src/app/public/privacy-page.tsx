import en from "@haitech/content/pages/privacy.en.md?raw"
import es from "@haitech/content/pages/privacy.es.md?raw"
import fr from "@haitech/content/pages/privacy.fr.md?raw"
import ht from "@haitech/content/pages/privacy.ht.md?raw"
import { byKind, formatPeriod, RETENTION } from "@haitech/contract/retention"
import { usePage } from "#platform/page/page.tsx"
import { LegalPage } from "./legal-page.tsx"

/** Spec §2 Privacy Policy, spec §9 "Terms and Privacy". Its periods are those of the settings. */
export function PrivacyPage() {
  const { language, retention } = usePage()
  const periods = byKind((kind) => formatPeriod(language, kind, retention?.[kind] ?? RETENTION[kind].max))
  return (
    <LegalPage title="footer.privacy" lead="privacy.description" isDated texts={{ en, fr, ht, es }} values={periods} />
  )
}
