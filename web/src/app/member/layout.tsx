import { pathIn } from "@haitech/contract/languages"
import type { ReactNode } from "react"
import { useLogout } from "#features/members/api.ts"
import { type AppText, useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"
import { Icon, type IconName } from "#ui/icon.tsx"

const LINKS: readonly { readonly to: string; readonly label: AppText; readonly icon: IconName }[] = [
  { to: "/", label: "dashboard.home", icon: "house" },
  { to: "/profile", label: "dashboard.profile", icon: "person" },
]

interface Props {
  readonly name: string
  readonly children: ReactNode
}

export function DashboardLayout({ name, children }: Props) {
  const { t, language, siteName } = useApp()
  return (
    <div className="dashboard">
      <nav className="side" aria-label={t("dashboard.nav")}>
        <a href={pathIn(language, "/")} className="brand" aria-label={t("header.home")}>
          <BrandMark />
          <span>{siteName}</span>
        </a>
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
          <h1>{t("dashboard.welcome", { name })}</h1>
          <SignOut />
        </header>
        {children}
      </main>
    </div>
  )
}

/** After sign-out the browser opens the home page (spec §7). */
function SignOut() {
  const { t, showFailure, language } = useApp()
  const logout = useLogout()
  return (
    <button
      type="button"
      className="button quiet compact"
      data-leaves=""
      disabled={logout.isPending || logout.isSuccess}
      onClick={() =>
        logout.mutate(undefined, {
          onSuccess: () => location.assign(pathIn(language, "/")),
          onError: showFailure,
        })
      }
    >
      {t("header.sign_out")}
    </button>
  )
}
