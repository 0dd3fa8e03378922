import { pathIn } from "@haitech/contract/languages"
import { useLearningApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { useMessages, useNewestArticle } from "./news-api.ts"

/** The last line of the member's conversation. A load that fails leaves the button. */
export function ChatCard() {
  const { t } = useLearningApp()
  const { data: messages } = useMessages()
  const last = messages?.at(-1)
  return (
    <section className="card step" aria-labelledby="last-message">
      <h2 id="last-message">{t("next.messages")}</h2>
      <p className="text-muted two-lines">{last ? `${last.name}: ${last.message}` : messages && t("next.quiet")}</p>
      <p>
        <Button look="quiet" compact onClick={openChat}>
          {t("chat.open")}
        </Button>
      </p>
    </section>
  )
}

/** The button at the bottom right loads the chat. */
function openChat(): void {
  document.querySelector<HTMLElement>("[data-action=chat]")?.click()
}

export function ArticleCard() {
  const { t, language } = useLearningApp()
  const { data: articles } = useNewestArticle()
  const article = articles?.[0]
  if (!article) return null
  return (
    <section className="card reach step" aria-labelledby="newest-article">
      <h2 id="newest-article">{t("next.article")}</h2>
      <h3>
        <a href={pathIn(language, `/blog/${article.id}`)}>{article.title}</a>
      </h3>
      <p className="text-muted two-lines">{article.excerpt}</p>
    </section>
  )
}
