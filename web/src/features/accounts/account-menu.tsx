import { pathIn } from "@haitech/contract/languages"
import type { Translate } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"

/** What the page's script says before it signs somebody out. */
function signOutTexts(t: Translate) {
  return {
    title: t("sign_out.title"),
    waiting_one: t("sign_out.waiting_one"),
    waiting_other: t("sign_out.waiting_other"),
    stay: t("sign_out.stay"),
    leave: t("sign_out.leave"),
    offlineTitle: t("sign_out.offline_title"),
    offline: t("sign_out.offline"),
  }
}

/** Spec §2, signed-in header: the first name, Dashboard and Sign Out. Pages do not contain it in their HTML (D10). */
export function AccountMenu({ isOpen = false }: { readonly isOpen?: boolean }) {
  const { t, language } = usePage()
  return (
    <details className="relative" name={isOpen ? undefined : "header"} open={isOpen}>
      <summary className="nav-link">
        <Icon name="person" />
        <span className="first-name" data-first-name="">
          {t("header.account")}
        </span>
        <Icon name="down" />
      </summary>
      <ul className="menu">
        <li className="full-name" data-first-name="">
          {t("header.account")}
        </li>
        <li>
          <PageLink to="/dashboard" className="nav-link">
            {t("header.dashboard")}
          </PageLink>
        </li>
        <li>
          <form method="post" action="/api/auth/logout" data-texts={JSON.stringify(signOutTexts(t))}>
            <input type="hidden" name="page" value={pathIn(language, "/")} />
            <button type="submit" className="nav-link sign-out" data-leaves="">
              {t("header.sign_out")}
            </button>
          </form>
        </li>
      </ul>
    </details>
  )
}
