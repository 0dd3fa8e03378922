import type { Admin } from "@haitech/contract/admin/accounts"
import { pathIn } from "@haitech/contract/languages"
import { type ReactNode, useState } from "react"
import { useLocation } from "wouter"
import { AdminAccount } from "#features/accounts/admin/admin-account.tsx"
import { useLogoutAdmin } from "#features/accounts/admin/api.ts"
import { FactorReminder } from "#features/accounts/admin/factor-reminder.tsx"
import { IdleWatch } from "#features/accounts/admin/idle-watch.tsx"
import { AdminPasswordDialog } from "#features/accounts/admin/password-dialog.tsx"
import { LiveAdmin } from "#features/chat/admin/live.tsx"
import {
  areShortcutsOn,
  commandKey,
  switchShortcuts,
  useCommandKey,
  useShortcuts,
} from "#platform/admin/use-shortcuts.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"
import { KeysDialog } from "#ui/keys-dialog.tsx"
import { Rail } from "./rail.tsx"
import { SearchDialog } from "./search-dialog.tsx"
import { SiteLinks } from "./site-links.tsx"

const SEARCH_KEY = commandKey("K")

const KEYS: readonly (readonly [string, AdminText])[] = [
  ["J", "admin.key_next"],
  ["K", "admin.key_previous"],
  ["Enter", "admin.key_open"],
  ["Esc", "admin.key_close"],
  ["X", "admin.key_pick"],
  ["E", "admin.key_done"],
  ["M", "admin.key_read"],
  ["R", "admin.key_reply"],
  ["N", "admin.key_new"],
  ["A", "admin.key_approve"],
  ["T", "admin.key_today"],
  ["Delete", "admin.key_delete"],
  ["Z", "admin.key_undo"],
  ["Alt ↑↓", "admin.key_order"],
  ["/", "admin.key_search"],
  [SEARCH_KEY.name, "admin.search_all"],
  ["?", "admin.key_keys"],
]

interface Props {
  readonly admin: Admin
  readonly children: ReactNode
}

export function AdminLayout({ admin, children }: Props) {
  const { t, language, siteName } = useAdminApp()
  const [path] = useLocation()
  const [dialog, setDialog] = useState<"password" | "keys" | "search" | null>(null)
  // A dialog reports its closing asynchronously: by then another one may be open.
  const close = (closed: typeof dialog) => () => setDialog((open) => (open === closed ? null : open))
  const { signOut, signOutIdle, isSigningOut } = useSignOut()
  useShortcuts({ "?": () => setDialog("keys") })
  useCommandKey("k", () => setDialog("search"))
  return (
    <LiveAdmin>
      <div className="admin">
        <header className="admin-rail">
          <a href={pathIn(language, "/")} className="brand" aria-label={t("header.home")}>
            <BrandMark />
            <span>{siteName}</span>
          </a>
          <button
            type="button"
            className="rail-search"
            title={t("admin.search_all")}
            aria-keyshortcuts={SEARCH_KEY.keys}
            onClick={() => setDialog("search")}
          >
            <AdminIcon name="search" />
            <span className="sr">{t("admin.search_all")}</span>
            <span className="rail-label" aria-hidden="true">
              {t("admin.search")}
            </span>
            <kbd aria-hidden="true">{SEARCH_KEY.name}</kbd>
          </button>
          <Rail>
            <SiteLinks />
            <AdminAccount
              admin={admin}
              isSigningOut={isSigningOut}
              onPassword={() => setDialog("password")}
              onSignOut={signOut}
            />
          </Rail>
        </header>
        <main id="main" className="admin-main">
          <FactorReminder path={path} missingFactor={admin.missingFactor} />
          {children}
        </main>
        <SearchDialog isOpen={dialog === "search"} onClose={close("search")} />
        <AdminPasswordDialog isOpen={dialog === "password"} onClose={close("password")} />
        <KeysDialog
          isOpen={dialog === "keys"}
          onClose={close("keys")}
          title={t("admin.keys_title")}
          closeLabel={t("dialog.close")}
          keys={KEYS.map(([key, label]) => [key, t(label)])}
          toggle={{ label: t("admin.keys_on"), isOn: areShortcutsOn(), onChange: switchShortcuts }}
        />
        <IdleWatch onSignOut={signOut} onIdle={signOutIdle} />
      </div>
    </LiveAdmin>
  )
}

/** The admin signs out locally even when the request fails (spec §3). */
function useSignOut() {
  const { t, showToast } = useAdminApp()
  const { mutate, isPending } = useLogoutAdmin()
  const options = { onSettled: () => showToast("success", t("admin.logged_out_title"), t("admin.logged_out")) }
  return { isSigningOut: isPending, signOut: () => mutate("user", options), signOutIdle: () => mutate("idle", options) }
}
