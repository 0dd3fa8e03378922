import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"

// A mentor writes in Kreyòl; the page's language follows below it.
const GREETING = "Bèl travay! Ann kontinye."

/** What a mentor and a lesson are like, beside the sun of a wide screen. The words are examples, and say so. */
export function Examples() {
  const { t, language } = usePage()
  return (
    <div className="aside examples">
      <figure className="card raised">
        <figcaption>
          <Icon name="person" />
          <b>{t("home.mentor")}</b>
          {t("home.example")}
        </figcaption>
        <p lang="ht">{GREETING}</p>
        {language !== "ht" && <p className="small text-muted">{t("home.mentor_says")}</p>}
      </figure>
      <figure className="card raised">
        <figcaption>
          <StaticIcon name="code" />
          <b>{t("home.program_code")}</b>
          {t("home.example")}
        </figcaption>
        <p className="lesson">{t("home.lesson")}</p>
        <pre>
          <b>let</b> mango = <i>25</i>; <s>// goud</s>
          {"\n"}
          <b>let</b> total = mango * <i>4</i>; <s>// 100</s>
        </pre>
      </figure>
    </div>
  )
}
