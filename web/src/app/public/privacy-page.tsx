import en from "@haitech/content/pages/privacy.en.md?raw"
import es from "@haitech/content/pages/privacy.es.md?raw"
import fr from "@haitech/content/pages/privacy.fr.md?raw"
import ht from "@haitech/content/pages/privacy.ht.md?raw"
import { LegalPage } from "./legal-page.tsx"

/** Spec §2 Privacy Policy, spec §9 "Terms and Privacy". */
export function PrivacyPage() {
  return <LegalPage title="footer.privacy" lead="privacy.description" isDated texts={{ en, fr, ht, es }} />
}
