import { pathIn } from "@haitech/contract/languages"
import { type ReactNode, useEffect, useEffectEvent } from "react"
import { useLogout } from "#features/members/api.ts"
import { type AppText, useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Icon, type IconName } from "#ui/icon.tsx"

const LINKS: readonly { readonly to: string; readonly label: AppText; readonly icon: IconName }[] = [
  { to: "/", label: "dashboard.home", icon: "house" },
  { to: "/schedule", label: "dashboard.schedule", icon: "calendar" },
  { to: "/profile", label: "dashboard.profile", icon: "person" },
]

interface Props {
  readonly firstName: string | null
  readonly children: ReactNode
}

export function DashboardLayout({ firstName, children }: Props) {
  const { t } = useApp()
  const { signOut, isSigningOut } = useSignOut()
  useAccountMenu(firstName, signOut)
  return (
    <div className="dashboard">
      <nav className="side" aria-label={t("dashboard.nav")}>
        <ul>
          {LINKS.map(({ to, label, icon }) => (
            <li key={to}>
              <AppLink to={to} className="side-link">
                <Icon name={icon} />
                {t(label)}
              </AppLink>
            </li>
          ))}
        </ul>
        <button type="button" className="saver-switch" data-action="saver" aria-pressed="false">
          <Icon name="leaf" />
          {t("footer.saver")}
        </button>
      </nav>
      <main id="main" className="dashboard-main">
        <header className="greeting">
          <h1>{t("dashboard.welcome", { name: firstName ?? t("dashboard.learner") })}</h1>
          <button
            type="button"
            className="button quiet compact"
            data-leaves=""
            disabled={isSigningOut}
            onClick={signOut}
          >
            {t("header.sign_out")}
          </button>
        </header>
        {children}
      </main>
    </div>
  )
}

/** After sign-out the browser opens the home page (spec §7). */
function useSignOut() {
  const { showFailure, language } = useApp()
  const { mutate, isPending, isSuccess } = useLogout()
  const onSuccess = () => location.assign(pathIn(language, "/"))
  return {
    isSigningOut: isPending || isSuccess,
    signOut: () => mutate(undefined, { onSuccess, onError: showFailure }),
  }
}

/** The site's header around the app is static HTML, without the member's name and with a plain form. */
function useAccountMenu(firstName: string | null, signOut: () => void): void {
  useEffect(() => {
    document.documentElement.dataset["signedIn"] = ""
    if (!firstName) return
    for (const name of document.querySelectorAll("[data-first-name]")) name.textContent = firstName
  }, [firstName])
  const onSubmit = useEffectEvent((event: Event) => {
    if (!(event.target as Element).closest(".member-menu")) return
    event.preventDefault()
    signOut()
  })
  useEffect(() => {
    const listener = (event: Event) => onSubmit(event)
    addEventListener("submit", listener)
    return () => removeEventListener("submit", listener)
  }, [])
}
