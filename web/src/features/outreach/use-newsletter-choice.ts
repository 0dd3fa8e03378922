import type { Language } from "@haitech/contract/languages"
import type { NewsletterTopic } from "@haitech/contract/newsletters"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"
import { useLink } from "#platform/navigation/use-link.ts"

/** The newsletters of the link in an email. `save` throws when the request failed. */
export function useNewsletterChoice(language: Language) {
  const { token, show, ...link } = useLink({
    name: "newsletters",
    language,
    load: async (of) => ({ choice: await request(routes.readNewsletterChoice, { body: { token: of } }, language) }),
  })
  return {
    ...link,
    async save(topics: readonly NewsletterTopic[]): Promise<void> {
      if (!token) return
      show({ choice: await request(routes.saveNewsletterChoice, { body: { token, topics: [...topics] } }, language) })
    },
  }
}
