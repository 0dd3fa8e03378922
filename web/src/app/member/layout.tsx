import { pathIn } from "@haitech/contract/languages"
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from "react"
import { useLocation } from "wouter"
import { useLogout, useProfile } from "#features/members/api.ts"
import { isTutor } from "#features/members/is-tutor.ts"
import { type AppText, useApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Icon } from "#ui/icon.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const AMBASSADOR_TAB: Tab = { to: "/ambassador", label: "dashboard.ambassador" }
const TUTOR_TAB = { to: "/tutor", label: "dashboard.tutor" } as const

const TABS: readonly Tab[] = [
  { to: "/", label: "dashboard.learning" },
  { to: "/courses", label: "dashboard.courses" },
  { to: "/schedule", label: "dashboard.schedule" },
  { to: "/achievements", label: "dashboard.achievements" },
  { to: "/community", label: "dashboard.community" },
  { to: "/profile", label: "dashboard.profile" },
]

interface Tab {
  readonly to: string
  readonly label: AppText
}

const Header = lazy(async () => ({ default: (await import("./header.tsx")).Header }))

interface Props {
  readonly firstName: string | null
  readonly isFirst: boolean
  readonly children: ReactNode
}

/** Spec §2: the greeting, the next step, and six tabs, each a page of the app; tutors have one more. */
export function DashboardLayout({ firstName, isFirst, children }: Props) {
  const { t } = useApp()
  const { signOut, isSigningOut } = useSignOut()
  useAccountMenu(firstName, signOut)
  return (
    <div className="dashboard">
      <main id="main" className="dashboard-main">
        <header className="greeting">
          <h1>{t("dashboard.welcome", { name: firstName ?? t("dashboard.learner") })}</h1>
          <button type="button" className="saver-switch" data-action="saver" aria-pressed="false">
            <Icon name="leaf" />
            {t("footer.saver")}
          </button>
          <button
            type="button"
            className="button quiet compact"
            data-leaves=""
            disabled={isSigningOut}
            onClick={() => void signOut()}
          >
            {t("header.sign_out")}
          </button>
        </header>
        <ErrorBoundary key={String(isFirst)} fallback={() => null}>
          <Suspense fallback={isFirst ? <FirstSkeleton /> : <Skeleton className="next-line" />}>
            <Header isFirst={isFirst} />
          </Suspense>
        </ErrorBoundary>
        <DashboardTabs />
        {children}
      </main>
    </div>
  )
}

/** As high as the header, so that the tabs below are not somewhere else when it has loaded. */
function FirstSkeleton() {
  return (
    <>
      <Skeleton className="next-step" />
      <Skeleton className="averages-place" />
    </>
  )
}

function DashboardTabs() {
  const { t } = useApp()
  const [path] = useLocation()
  const { data: profile } = useProfile()
  const extra = [
    ...(isTutor(profile) ? [TUTOR_TAB] : []),
    ...(profile?.role === "ambassador" && !profile.isRoleWaiting ? [AMBASSADOR_TAB] : []),
  ]
  const tabs = TABS.toSpliced(-1, 0, ...extra)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]")
    nav.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - nav.current.clientWidth / 3 })
  }, [path, tabs.length])
  return (
    <nav ref={nav} className="tabs dashboard-tabs" aria-label={t("dashboard.nav")}>
      {tabs.map(({ to, label }) => (
        <AppLink key={to} to={to}>
          {t(label)}
        </AppLink>
      ))}
    </nav>
  )
}

/** After sign-out the browser opens the home page (spec §7). */
function useSignOut() {
  const { t, showFailure, language } = useApp()
  const { mutate, isPending, isSuccess } = useLogout()
  const onSuccess = () => location.assign(pathIn(language, "/"))
  return {
    isSigningOut: isPending || isSuccess,
    async signOut() {
      try {
        const { askToLeaveApp } = await import("./sign-out.ts")
        if (await askToLeaveApp(t)) mutate(undefined, { onSuccess, onError: showFailure })
      } catch (error) {
        showFailure(error)
      }
    },
  }
}

/** The site's header around the app is static HTML, without the member's name and with a plain form. */
function useAccountMenu(firstName: string | null, signOut: () => Promise<void>): void {
  useEffect(() => {
    document.documentElement.dataset["signedIn"] = ""
    // The page's own script shows in the new switch what was chosen.
    dispatchEvent(new Event("chosen"))
    if (!firstName) return
    for (const name of document.querySelectorAll("[data-first-name]")) name.textContent = firstName
  }, [firstName])
  const onSubmit = useEffectEvent((event: Event) => {
    if (!(event.target as Element).closest(".member-menu")) return
    event.preventDefault()
    void signOut()
  })
  useEffect(() => {
    const listener = (event: Event) => onSubmit(event)
    addEventListener("submit", listener)
    return () => removeEventListener("submit", listener)
  }, [])
}
