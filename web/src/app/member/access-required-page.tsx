import { pathIn } from "@haitech/contract/languages"
import { useEffect } from "react"
import { useLocation } from "wouter"
import { PROFILE_DRAFTS } from "#features/members/leave-guard.ts"
import { keepReturnPath } from "#features/members/resume.ts"
import { useAccessApp } from "#platform/app/app.tsx"
import { hasDraft } from "#platform/offline/form-drafts.ts"
import { buttonClass } from "#ui/button.tsx"
import { showToastAcrossPages } from "#ui/carried-toast.ts"

/** How long the toast shows before the redirect to the sign-in page (spec §9). */
const REDIRECT_MS = 1000
const SIGNED_OUT = { title: "dashboard.signed_out_title", description: "dashboard.signed_out" } as const
const KEPT = { title: "dashboard.ended_title", description: "dashboard.ended" } as const

interface Props {
  /** The session ended while the page was open. */
  readonly hasEnded: boolean
}

/** Spec §2 Not signed in. After a session that ended over unsaved text, the sign-in leads back to it. */
export function AccessRequiredPage({ hasEnded }: Props) {
  const { t, language } = useAccessApp()
  const login = pathIn(language, "/login")
  const [path] = useLocation()
  useEffect(() => {
    delete document.documentElement.dataset["signedIn"]
    const isKept = hasEnded && hasDraft(PROFILE_DRAFTS)
    if (isKept) keepReturnPath(path)
    const texts = isKept ? KEPT : SIGNED_OUT
    const labels = { region: t("toast.region"), close: t("toast.close") }
    showToastAcrossPages({ tone: "failure", title: t(texts.title), description: t(texts.description), labels })
    const timer = setTimeout(() => location.assign(login), REDIRECT_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the toast shows once; the texts are the same in every render
  }, [login])
  return (
    <main id="main" className="dashboard-waiting">
      <div className="card raised grid max-w-[28rem] justify-items-center gap-4 p-8 text-center">
        <h1 className="text-[1.75rem]">{t("dashboard.access_title")}</h1>
        <p className="text-muted">{t("dashboard.access")}</p>
        <a className={buttonClass()} href={login}>
          {t("dashboard.sign_in")}
        </a>
      </div>
    </main>
  )
}
