import type { Language } from "@haitech/contract/languages"
import type { NewsletterChoice, NewsletterTopic } from "@haitech/contract/newsletters"
import { routes } from "@haitech/contract/routes"
import { useEffect, useState } from "react"
import { explainFailure } from "#platform/http/explain-failure.ts"
import { CallFailed, request } from "#platform/http/request.ts"
import { useLinkToken } from "#platform/navigation/use-link-token.ts"

type View =
  | { readonly state: "loading" | "no_link" | "unknown" }
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "shown"; readonly choice: NewsletterChoice }

/** The newsletters of the link in an email. `save` throws when the request failed. */
export function useNewsletterChoice(language: Language) {
  const token = useLinkToken("newsletters")
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ readonly token: string; readonly view: View } | null>(null)
  useEffect(() => {
    if (!token) return
    let isUnmounted = false
    const settle = (view: View) => void (isUnmounted || setLoaded({ token, view }))
    request(routes.readNewsletterChoice, { body: { token } }, language).then(
      (choice) => settle({ state: "shown", choice }),
      async (error: unknown) => {
        if (error instanceof CallFailed && error.status === 400) return settle({ state: "unknown" })
        settle({ state: "failed", reason: await explainFailure(error, language) })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [token, language, attempt])
  const unread: View = { state: token === undefined || token ? "loading" : "no_link" }
  return {
    view: loaded && loaded.token === token ? loaded.view : unread,
    retry() {
      setLoaded(null)
      setAttempt(attempt + 1)
    },
    async save(topics: readonly NewsletterTopic[]): Promise<void> {
      if (!token) return
      const choice = await request(routes.saveNewsletterChoice, { body: { token, topics: [...topics] } }, language)
      setLoaded({ token, view: { state: "shown", choice } })
    },
  }
}
