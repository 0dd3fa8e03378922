import { SAVED_LIST_TEXTS, SavedList } from "#features/learning/saved/saved-list.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** What this device has. The service worker shows it in place of a page that the device does not have. */
export function SavedPage() {
  const { t, language, courseFileKey } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("saved.page_title")} lead={t("saved.lead")} />
      <section className="wrap saved-page">
        <noscript>
          <p>{t("saved.no_script")}</p>
        </noscript>
        <Island
          of={SavedList}
          when="visible"
          props={{
            texts: pick(t, SAVED_LIST_TEXTS),
            language,
            page: address(language, "/saved"),
            coursesPage: address(language, "/learn"),
            fileKey: courseFileKey,
          }}
        />
      </section>
    </SiteLayout>
  )
}
