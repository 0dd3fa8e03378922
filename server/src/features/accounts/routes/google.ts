import { type Language, pathIn } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { signInWithGoogle } from "#features/accounts/service/google.ts"
import { isInApp } from "#platform/http/device-name.ts"
import type { RedirectRoute } from "#platform/http/redirect-routes.ts"
import { isSameSecret } from "#platform/secret.ts"

const LIMIT = { name: "google.address", limit: 100, windowSeconds: 900 }
const DASHBOARD = "/member-dashboard"
/** Where somebody may be sent on to: nowhere but to the own pages of a member. */
const OWN_PAGE = /^\/((fr|ht|es)\/)?member-dashboard(\/[a-z-]+)*$/
const TEN_MINUTES_S = 600
const PURPOSE = "sign-in with Google"

/** What a browser keeps while its owner is at Google. */
interface Flow {
  readonly checks: { readonly state: string; readonly nonce: string; readonly verifier: string }
  readonly next: string | null
  readonly language: Language
  readonly until: number
}

type Reason = "in-app" | "off" | "failed" | "unverified"
/** The page shows the notice of this name, also without script. */
const back = (language: Language, reason: Reason) => `${pathIn(language, "/login")}#google-${reason}`

/** §2, §7: GET /login/google, and where Google sends people back to. */
export function googleRedirectRoutes(deps: Deps): readonly RedirectRoute[] {
  const { identity, now } = deps
  const failed = (language: Language) => back(language, "failed")
  return [
    {
      path: "/login/google",
      limit: LIMIT,
      otherwise: failed,
      async receive({ address, language, userAgent, flowCookie }) {
        if (!identity) return back(language, "off")
        if (isInApp(userAgent)) return back(language, "in-app")
        const begun = await identity.begin()
        if (!begun) return failed(language)
        const until = now().getTime() + TEN_MINUTES_S * 1000
        const next = address.searchParams.get("next")
        flowCookie.set(signedFlow(deps, { checks: begun.checks, next, language, until }), TEN_MINUTES_S)
        return begun.url
      },
    },
    {
      path: "/login/google/callback",
      limit: LIMIT,
      otherwise: failed,
      async receive({ address, language, session, flowCookie }) {
        const kept = verifiedFlow(deps, flowCookie.value)
        flowCookie.clear()
        if (!identity || !kept || kept.until < now().getTime()) return failed(kept?.language ?? language)
        const person = await identity.complete(address, kept.checks)
        if (!person) return failed(kept.language)
        const outcome = await signInWithGoogle(deps, person, { browser: session, language: kept.language })
        if (outcome === "unverified") return back(kept.language, "unverified")
        if (outcome === "refused") return failed(kept.language)
        session.begin(outcome.secret, outcome.until)
        return kept.next && OWN_PAGE.test(kept.next) ? kept.next : pathIn(kept.language, DASHBOARD)
      },
    },
  ]
}

function signedFlow({ keyedHash }: Deps, kept: Flow): string {
  const said = Buffer.from(JSON.stringify(kept)).toString("base64url")
  return `${said}.${keyedHash(PURPOSE, said)}`
}

/** Nothing when it was not we who wrote it. */
function verifiedFlow({ keyedHash }: Deps, cookie = ""): Flow | undefined {
  const [said = "", mark = ""] = cookie.split(".")
  if (!isSameSecret(mark, keyedHash(PURPOSE, said))) return undefined
  return JSON.parse(Buffer.from(said, "base64url").toString("utf8"))
}
