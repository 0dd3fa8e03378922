import en from "@haitech/content/pages/safety.en.md?raw"
import es from "@haitech/content/pages/safety.es.md?raw"
import fr from "@haitech/content/pages/safety.fr.md?raw"
import ht from "@haitech/content/pages/safety.ht.md?raw"
import { LegalPage } from "./legal-page.tsx"

export function SafetyPage() {
  return <LegalPage title="safety.title" lead="safety.lead" texts={{ en, fr, ht, es }} />
}
