import type { MessageKey } from "#platform/i18n/texts.ts"
import { usePage } from "#platform/page/page.tsx"
import type { MedalSymbol } from "#ui/medal.tsx"
import { Cover, type CoverColour } from "./cover.tsx"

interface Placeholder {
  readonly symbol: MedalSymbol
  readonly colour: CoverColour
  readonly category: MessageKey
  readonly title: MessageKey
  readonly about: MessageKey
}

const ARTICLES: readonly Placeholder[] = [
  { symbol: "code", colour: "", category: "blog.cat_code", title: "blog.post_code", about: "blog.post_code_about" },
  {
    symbol: "speech",
    colour: "sea",
    category: "blog.cat_language",
    title: "blog.post_language",
    about: "blog.post_language_about",
  },
  {
    symbol: "clock",
    colour: "mango",
    category: "blog.cat_career",
    title: "blog.post_career",
    about: "blog.post_career_about",
  },
  {
    symbol: "people",
    colour: "hibiscus",
    category: "blog.cat_community",
    title: "blog.post_community",
    about: "blog.post_community_about",
  },
]

/** Spec §2, blog: "Four static placeholder articles, all dated Coming Soon", with an overlay on hover and focus. */
export function PlaceholderArticles() {
  const { t } = usePage()
  return (
    <ul className="grid gap-5 sm:grid-cols-2">
      {ARTICLES.map(({ symbol, colour, category, title, about }) => (
        <li key={title}>
          {/* Focusable although it links nowhere, so that the overlay is reachable without a pointer. */}
          <article className="card article h-full" tabIndex={0} aria-labelledby={title}>
            <Cover symbol={symbol} colour={colour} />
            <div className="p-6">
              <p className="small flex flex-wrap gap-x-3 text-muted">
                <span className="strong">{t(category)}</span>
                <span>{t("blog.soon")}</span>
              </p>
              <h3 id={title} className="mt-2 text-[1.375rem]">
                {t(title)}
              </h3>
              <p className="mt-2 text-muted">{t(about)}</p>
            </div>
            <p className="veil">
              <span className="chip soon">{t("blog.soon")}</span>
              <span className="lead">{t("blog.preparing")}</span>
            </p>
          </article>
        </li>
      ))}
    </ul>
  )
}
