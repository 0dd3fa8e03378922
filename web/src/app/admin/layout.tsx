import type { Admin } from "@haitech/contract/admin/accounts"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useLocation } from "react-router"
import { useLogoutAdmin, useOverview } from "#features/accounts/admin-api.ts"
import { AdminPasswordDialog } from "#features/accounts/admin-password-dialog.tsx"
import { IdleWatch } from "#features/accounts/idle-watch.tsx"
import { LiveAdmin, usePollWhileDown } from "#features/chat/admin-live.tsx"
import { type AdminText, useAdminApp } from "#platform/app.tsx"
import { AppLink } from "#platform/navigation.tsx"
import { areShortcutsOn, switchShortcuts, useShortcuts } from "#platform/use-shortcuts.ts"
import { AdminIcon, type AdminIconName } from "#ui/admin-icon.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"
import { KeysDialog } from "#ui/keys-dialog.tsx"

/** §2: the side tabs, in their order, and what was done beside them. */
const TABS: readonly { readonly to: string; readonly label: AdminText; readonly icon: AdminIconName }[] = [
  { to: "/", label: "admin.overview", icon: "chart" },
  { to: "/users", label: "admin.users", icon: "people" },
  { to: "/contacts", label: "admin.contacts", icon: "mail" },
  { to: "/donations", label: "admin.donations", icon: "gift" },
  { to: "/memberships", label: "admin.memberships", icon: "badge" },
  { to: "/team", label: "admin.team", icon: "person" },
  { to: "/blog", label: "admin.blog", icon: "text" },
  { to: "/testimonials", label: "admin.testimonials", icon: "star" },
  { to: "/chat", label: "admin.chat", icon: "chat" },
  { to: "/calendar", label: "admin.calendar", icon: "calendar" },
  { to: "/history", label: "admin.history", icon: "history" },
]

const KEYS: readonly (readonly [string, AdminText])[] = [
  ["J", "admin.key_next"],
  ["K", "admin.key_previous"],
  ["Enter", "admin.key_open"],
  ["Esc", "admin.key_close"],
  ["X", "admin.key_pick"],
  ["E", "admin.key_done"],
  ["R", "admin.key_reply"],
  ["N", "admin.key_new"],
  ["Delete", "admin.key_delete"],
  ["Z", "admin.key_undo"],
  ["Alt ↑↓", "admin.key_order"],
  ["/", "admin.key_search"],
  ["?", "admin.key_keys"],
]

interface Props {
  readonly admin: Admin
  readonly children: ReactNode
}

/** The frame of the office: the rail with its tabs, beside the page or folded away above it; the way out. */
export function AdminLayout({ admin, children }: Props) {
  const { t, siteName } = useAdminApp()
  const [dialog, setDialog] = useState<"password" | "keys" | null>(null)
  // A dialog tells of its closing a moment later: by then another one may be open.
  const close = (closed: typeof dialog) => () => setDialog((open) => (open === closed ? null : open))
  const { leave, lapse, isLeaving } = useLeave()
  useShortcuts({ "?": () => setDialog("keys") })
  return (
    <LiveAdmin>
      <div className="admin">
        <header className="admin-rail">
          <AppLink to="/" className="brand">
            <BrandMark />
            <span>{siteName}</span>
          </AppLink>
          <Rail>
            <Me admin={admin} isLeaving={isLeaving} onPassword={() => setDialog("password")} onLeave={leave} />
          </Rail>
        </header>
        <main id="main" className="admin-main">
          {children}
        </main>
        <AdminPasswordDialog isOpen={dialog === "password"} onClose={close("password")} />
        <KeysDialog
          isOpen={dialog === "keys"}
          onClose={close("keys")}
          title={t("admin.keys_title")}
          closeLabel={t("dialog.close")}
          keys={KEYS.map(([key, label]) => [key, t(label)])}
          toggle={{ label: t("admin.keys_on"), isOn: areShortcutsOn(), onChange: switchShortcuts }}
        />
        <IdleWatch onSignOut={leave} onIdle={lapse} />
      </div>
    </LiveAdmin>
  )
}

interface MeProps {
  readonly admin: Admin
  readonly isLeaving: boolean
  readonly onPassword: () => void
  readonly onLeave: () => void
}

interface RouteFocusProps {
  /** The address the office was entered at: its page may be left before it is there. */
  readonly entered: string
}

/**
 * Nobody stands nowhere: what had the focus may go with its page, or be gone when a dialog closes. Then the page's
 * heading takes it, which says where one is. Stands with the pages, so that it acts when they are there.
 */
export function RouteFocus({ entered }: RouteFocusProps) {
  const { pathname } = useLocation()
  const was = useRef(entered)
  useEffect(() => {
    if (was.current === pathname) return
    was.current = pathname
    takeFocus()
  }, [pathname])
  useEffect(() => {
    document.addEventListener("close", takeFocus, true)
    return () => document.removeEventListener("close", takeFocus, true)
  }, [])
  return null
}

function takeFocus(): void {
  const { activeElement, body } = document
  // What stands in a closed dialog has the focus until the next drawing.
  if (activeElement !== body && !activeElement?.closest("dialog:not([open])")) return
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true })
}

/** Who is signed in, and what they can do with their own account. */
function Me({ admin, isLeaving, onPassword, onLeave }: MeProps) {
  const { t } = useAdminApp()
  return (
    <div className="admin-me">
      <p>
        <strong>{[admin.firstName, admin.lastName].filter(Boolean).join(" ") || admin.email}</strong>
        <span>{admin.username ?? admin.email}</span>
      </p>
      <button type="button" title={t("admin.change_password")} onClick={onPassword}>
        <AdminIcon name="key" />
        <span className="rail-label">{t("admin.change_password")}</span>
      </button>
      <button
        type="button"
        title={t("header.sign_out")}
        onClick={isLeaving ? undefined : onLeave}
        aria-disabled={isLeaving || undefined}
      >
        <AdminIcon name="leave" />
        <span className="rail-label">{t("header.sign_out")}</span>
      </button>
    </div>
  )
}

/** On a narrow screen all of it folds into one button that says where somebody is. */
function Rail({ children }: { readonly children: ReactNode }) {
  const { t } = useAdminApp()
  const { pathname } = useLocation()
  const { data } = useOverview(usePollWhileDown())
  const here = TABS.find(({ to }) => to === pathname)?.label ?? "admin.nav"
  const unread = data?.chatUnread ?? 0
  const fold = useRef<HTMLDetailsElement>(null)
  const close = () => {
    fold.current?.querySelector("summary")?.focus()
    if (fold.current) fold.current.open = false
  }
  useUnreadInTitle(unread)
  return (
    <>
      <details
        ref={fold}
        className="admin-fold"
        key={pathname}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !fold.current?.open) return
          event.preventDefault()
          close()
        }}
      >
        <summary>
          {t(here)}
          <AdminIcon name="more" />
        </summary>
        {/* What is chosen folds it up: a dialog opens over the page, not over a menu. */}
        <div
          className="admin-folded"
          onClickCapture={({ target }) => target instanceof Element && target.closest("a, button") && close()}
        >
          <Tabs unread={unread} />
          {children}
        </div>
      </details>
      <div className="admin-unfolded">
        <Tabs unread={unread} />
        {children}
      </div>
    </>
  )
}

/** Whoever works in another tab sees it in the row of tabs. */
function useUnreadInTitle(unread: number) {
  useEffect(() => {
    if (unread === 0) return
    const { title } = document
    document.title = `(${unread}) ${title}`
    return () => {
      document.title = title
    }
  }, [unread])
}

function Tabs({ unread }: { readonly unread: number }) {
  const { t } = useAdminApp()
  return (
    <nav aria-label={t("admin.nav")}>
      <ul>
        {TABS.map(({ to, label, icon }) => (
          <li key={to}>
            <AppLink to={to} className="rail-link" title={t(label)}>
              <AdminIcon name={icon} />
              <span className="rail-label">{t(label)}</span>
              {to === "/chat" && unread > 0 && (
                <span className="rail-count">
                  {unread}
                  <span className="sr"> {t("admin.unread")}</span>
                </span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** §3: whoever signs out is out, also when the call failed. */
function useLeave() {
  const { t, showToast } = useAdminApp()
  const { mutate, isPending } = useLogoutAdmin()
  const says = { onSettled: () => showToast("success", t("admin.logged_out_title"), t("admin.logged_out")) }
  return { isLeaving: isPending, leave: () => mutate("wish", says), lapse: () => mutate("idle", says) }
}
