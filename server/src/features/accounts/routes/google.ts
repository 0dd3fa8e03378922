import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { signInWithGoogle } from "#features/accounts/service/google.ts"
import { isInApp } from "#platform/http/device-name.ts"
import type { RedirectRoute } from "#platform/http/redirect-routes.ts"
import { isSameSecret } from "#platform/secret.ts"

const LIMIT = { name: "google.address", limit: 100, windowSeconds: 900 }
const DASHBOARD = "/member-dashboard"
/** The only allowed targets of `next`, so that a link to the sign-in cannot redirect to another site. */
const MEMBER_PAGE = /^\/((fr|ht|es)\/)?member-dashboard(\/[a-z-]+)*$/
const TEN_MINUTES_S = 600
const PURPOSE = "sign-in with Google"

interface Flow {
  readonly checks: { readonly state: string; readonly nonce: string; readonly verifier: string }
  readonly next: string | null
  readonly language: Language
  readonly until: number
}

type Reason = "in-app" | "off" | "failed" | "unverified"
const loginPage = (language: Language, reason: Reason) => `${pathIn(language, "/login")}#google-${reason}`

export function googleRedirectRoutes(deps: Deps): readonly RedirectRoute[] {
  const { identity, now } = deps
  const failed = (language: Language) => loginPage(language, "failed")
  return [
    {
      path: "/login/google",
      limit: LIMIT,
      otherwise: failed,
      async receive({ address, language, userAgent, flowCookie }) {
        if (!identity) return loginPage(language, "off")
        if (isInApp(userAgent)) return loginPage(language, "in-app")
        const authorization = await identity.begin(language)
        if (!authorization) return failed(language)
        const until = now().getTime() + TEN_MINUTES_S * 1000
        const next = address.searchParams.get("next")
        flowCookie.set(signFlow(deps, { checks: authorization.checks, next, language, until }), TEN_MINUTES_S)
        return authorization.url
      },
    },
    {
      path: "/login/google/callback",
      limit: LIMIT,
      otherwise: failed,
      async receive({ address, language, session, flowCookie, via }) {
        const flow = verifyFlow(deps, flowCookie.value)
        flowCookie.clear()
        if (!identity || !flow || flow.until < now().getTime()) return failed(flow?.language ?? language)
        const profile = await identity.complete(address, flow.checks)
        if (!profile) return failed(flow.language)
        const outcome = await signInWithGoogle(deps, profile, {
          browser: session,
          language: flow.language,
          via: via.value,
        })
        if (outcome === "unverified") return loginPage(flow.language, "unverified")
        if (outcome === "refused") return failed(flow.language)
        via.clear()
        session.begin(outcome.secret, outcome.cookieExpiresAt)
        return flow.next && MEMBER_PAGE.test(flow.next) ? flow.next : pathIn(flow.language, DASHBOARD)
      },
    },
  ]
}

function signFlow({ keyedHash }: Deps, flow: Flow): string {
  const payload = Buffer.from(JSON.stringify(flow)).toString("base64url")
  return `${payload}.${keyedHash(PURPOSE, payload)}`
}

function verifyFlow({ keyedHash }: Deps, cookie = ""): Flow | undefined {
  const [payload = "", signature = ""] = cookie.split(".")
  if (!isSameSecret(signature, keyedHash(PURPOSE, payload))) return undefined
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))
}
