import type { Language } from "@haitech/contract/languages"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"
import { useLink } from "#platform/navigation/use-link.ts"

export type Decision = Omit<InputOf<typeof routes.decideConsent>["body"], "token">

/** The consent of the link in an email. `decide` and `revoke` throw when the request failed. */
export function useGuardian(language: Language) {
  const { token, show, ...link } = useLink({
    name: "consent",
    language,
    load: async (of) => ({ consent: await request(routes.readConsentByToken, { body: { token: of } }, language) }),
  })
  return {
    ...link,
    async decide(decision: Decision): Promise<void> {
      if (token) show({ consent: await request(routes.decideConsent, { body: { token, ...decision } }, language) })
    },
    async revoke(): Promise<void> {
      if (token) show({ consent: await request(routes.revokeConsentByToken, { body: { token } }, language) })
    },
  }
}
