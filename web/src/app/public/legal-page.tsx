import type { Language } from "@haitech/contract/languages"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { type Chapter, splitChapters } from "#platform/page/chapters.ts"
import { Markdown } from "#platform/page/markdown.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

interface Props {
  readonly title: MessageKey
  readonly lead: MessageKey
  readonly isDated?: true
  /** Markdown in chapters, with the placeholders `{site}`, `{contact}`, `{privacy}` and `{terms}`. */
  readonly texts: Readonly<Record<Language, string>>
  /** Of further placeholders. */
  readonly values?: Readonly<Record<string, string>>
}

export function LegalPage({ title, lead, isDated, texts, values }: Props) {
  const { t, language, site } = usePage()
  const text = fill(texts[language], {
    ...values,
    site: site.name,
    contact: t("footer.email_contact"),
    privacy: address(language, "/privacy"),
    terms: address(language, "/terms"),
  })
  const { intro, chapters } = splitChapters(text)
  return (
    <SiteLayout>
      <PageHead title={t(title)} lead={t(lead)}>
        {isDated && <p className="small mt-4 strong">{t("legal.effective")}</p>}
      </PageHead>
      <div className="wrap grid items-start gap-8 pt-10 pb-40 lg:grid-cols-[17rem_1fr] lg:gap-16 lg:pt-16">
        <Contents chapters={chapters} />
        <article className="prose">
          <Markdown text={intro} />
          {chapters.map((chapter, i) => (
            <section key={chapter.id} id={chapter.id} aria-labelledby={`${chapter.id}-title`}>
              <h2 id={`${chapter.id}-title`}>{`${i + 1}. ${chapter.title}`}</h2>
              <Markdown text={chapter.text} />
            </section>
          ))}
        </article>
      </div>
    </SiteLayout>
  )
}

/** The table of contents: beside the text on a wide screen, collapsed above it on a narrow one. CSS hides the other. */
function Contents({ chapters }: { readonly chapters: readonly Chapter[] }) {
  const { t } = usePage()
  const links = (
    <ol className="contents-list small">
      {chapters.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <details className="card lg:hidden">
        <summary className="flex items-center justify-between px-5 py-3 strong">
          {t("legal.contents")}
          <Icon name="down" />
        </summary>
        <nav className="px-5 pb-4" aria-label={t("legal.contents")}>
          {links}
        </nav>
      </details>
      <nav className="contents-beside hidden lg:block" aria-labelledby="contents-title">
        <p id="contents-title" className="mb-3 strong">
          {t("legal.contents")}
        </p>
        {links}
      </nav>
    </>
  )
}
