import { translator } from "#platform/i18n/texts.ts"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"

/** What a mentor and a lesson are like, beside the sun of a wide screen. The mentor writes Kreyòl in every language. */
export function Examples() {
  const { t, language, site } = usePage()
  const inKreyol = translator("ht", site.name)
  return (
    <div className="aside examples">
      <figure className="card raised">
        <figcaption>
          <Icon name="person" />
          <b>{t("home.mentor")}</b>
          {t("home.example")}
        </figcaption>
        <p lang="ht">{inKreyol("home.mentor_says")}</p>
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
          <b>let</b> mango = <i>25</i>; <span>// goud</span>
          {"\n"}
          <b>let</b> total = mango * <i>4</i>; <span>// 100</span>
        </pre>
      </figure>
    </div>
  )
}
