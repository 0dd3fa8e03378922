import { pathIn } from "@haitech/contract/languages"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Icon } from "#ui/icon.tsx"
import { signOutTexts } from "./sign-out-texts.ts"

/** Spec §2, signed-in header: the first name, Dashboard and Sign Out. Pages do not contain it in their HTML (D10). */
export function AccountMenu({ isOpen = false }: { readonly isOpen?: boolean }) {
  const { t, language } = usePage()
  const texts = {
    ...signOutTexts(t),
    offlineTitle: t("sign_out.offline_title"),
    offline: t("sign_out.offline"),
  }
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
          <form method="post" action="/api/auth/logout" data-texts={JSON.stringify(texts)}>
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
