import en from "@haitech/content/pages/terms.en.md?raw"
import es from "@haitech/content/pages/terms.es.md?raw"
import fr from "@haitech/content/pages/terms.fr.md?raw"
import ht from "@haitech/content/pages/terms.ht.md?raw"
import { LegalPage } from "./legal-page.tsx"

/** Spec §2 Terms of Service, spec §9 "Terms and Privacy". */
export function TermsPage() {
  return <LegalPage title="footer.terms" lead="terms.description" isDated texts={{ en, fr, ht, es }} />
}
