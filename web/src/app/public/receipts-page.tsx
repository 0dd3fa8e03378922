import { EMAIL_LENGTH } from "@haitech/contract/text"
import { RECEIPTS_TEXTS, ReceiptsPanel } from "#features/donations/receipts-panel.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** A donor asks for a link to their receipts, and reads them with it. */
export function ReceiptsPage() {
  const { t, language, site, form } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("receipts.title")} lead={t("receipts.lead")} />
      <div id="receipts" className="wrap pt-8 pb-40">
        <div className="card raised max-w-[36rem] p-5 sm:p-8">
          <Island
            of={ReceiptsPanel}
            when="visible"
            props={{
              texts: pick(t, RECEIPTS_TEXTS),
              language,
              timeZone: site.timeZone,
              page: address(language, "/receipts"),
              emailLength: EMAIL_LENGTH,
              ...(form?.name === "receipts" && { initialResult: form }),
            }}
          />
        </div>
      </div>
    </SiteLayout>
  )
}
