import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { useAdminExists } from "#features/accounts/admin/api.ts"
import { AdminForgotForm, type ResetLink } from "#features/accounts/admin/forgot-form.tsx"
import { AdminLoginForm } from "#features/accounts/admin/login-form.tsx"
import { AdminResetForm } from "#features/accounts/admin/reset-form.tsx"
import {
  type FactorKinds,
  firstStep,
  type SecondStep,
  SecondStepForm,
  STEP_TEXTS,
} from "#features/accounts/admin/second-step.tsx"
import { AdminSetupForm } from "#features/accounts/admin/setup-form.tsx"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"
import { clearToast } from "#ui/clear-toast.ts"
import { LoadFailed } from "#ui/load-failed.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"

type Screen =
  | { readonly at: "login" }
  | { readonly at: "forgot" }
  | { readonly at: "reset"; readonly link: ResetLink }
  | { readonly at: "second"; readonly factors: FactorKinds; readonly step: SecondStep }

/** Setup while there is no administrator; otherwise login, forgot and reset (spec §2, §4). */
export function AdminLoginPage({ wasSignedIn }: { readonly wasSignedIn: boolean }) {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useAdminExists()
  const [screen, setScreen] = useState<Screen>(screenFromLink)
  const heading = useFocusOn(screen, wasSignedIn, data !== undefined)
  const go = (to: Screen) => {
    clearToast()
    setScreen(to)
  }
  const toLogin = () => go({ at: "login" })
  if (!data) {
    return (
      <LoginFrame title={t("admin_page.title")}>
        {error ? <LoadFailed {...loadError(error, refetch)} /> : <LoadingOverlay message={t("overlay.loading")} />}
      </LoginFrame>
    )
  }
  if (!data.hasAdmin) {
    return (
      <LoginFrame
        title={t("admin.setup_title")}
        about={t(data.asksForCode ? "admin.setup_about_code" : "admin.setup_about")}
      >
        <AdminSetupForm asksForCode={data.asksForCode} />
      </LoginFrame>
    )
  }
  if (screen.at === "forgot") {
    return (
      <LoginFrame heading={heading} title={t("admin.forgot_title")} about={t("admin.forgot_about")}>
        <AdminForgotForm onBack={toLogin} onLink={(link) => go({ at: "reset", link })} />
      </LoginFrame>
    )
  }
  if (screen.at === "reset") {
    return (
      <LoginFrame heading={heading} title={t("admin.reset_title")} about={t("admin.reset_about")}>
        <AdminResetForm link={screen.link} onBack={toLogin} />
      </LoginFrame>
    )
  }
  if (screen.at === "second") {
    const { title, about } = STEP_TEXTS[screen.step]
    return (
      <LoginFrame heading={heading} title={t(title)} about={t(about)}>
        <SecondStepForm {...screen} onStep={(step) => go({ ...screen, step })} onBack={toLogin} />
      </LoginFrame>
    )
  }
  return (
    <LoginFrame heading={heading} title={t("admin.login_title")} about={t("admin.login_about")}>
      <AdminLoginForm
        onForgot={() => go({ at: "forgot" })}
        onSecondStep={(factors) => go({ at: "second", factors, step: firstStep(factors) })}
      />
    </LoginFrame>
  )
}

/** No server sees user and token in the hash of the emailed link; they are removed from the URL. */
function screenFromLink(): Screen {
  const params = new URLSearchParams(location.hash.slice(1))
  const [userId, token] = [params.get("user"), params.get("token")]
  if (!userId || !token) return { at: "login" }
  history.replaceState(null, "", location.pathname + location.search)
  return { at: "reset", link: { userId, token } }
}

/** So that a screen reader announces a new screen; the browser itself announces the first one of a page load. */
function useFocusOn(screen: Screen, wasSignedIn: boolean, isReady: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(wasSignedIn ? null : screen)
  useEffect(() => {
    if (!isReady) return
    if (shown.current !== screen) heading.current?.focus()
    shown.current = screen
  }, [screen, isReady])
  return heading
}

interface LoginFrameProps {
  readonly heading?: RefObject<HTMLHeadingElement | null>
  readonly title: string
  readonly about?: string
  readonly children: ReactNode
}

export function LoginFrame({ heading, title, about, children }: LoginFrameProps) {
  const { siteName } = useAdminApp()
  return (
    <main id="main" className="admin-login">
      <p className="brand">
        <BrandMark />
        <span>{siteName}</span>
      </p>
      <div className="card raised grid gap-6 p-8">
        <div className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-[1.75rem]">
            {title}
          </h1>
          {about && <p className="text-muted">{about}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
