import { pathIn } from "@haitech/contract/languages"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"

/** The links of the site's header (spec §2), which the admin area has in a menu. */
const LINKS: readonly (readonly [path: string, label: AdminText])[] = [
  ["/about", "nav.about"],
  ["/programs", "nav.programs"],
  ["/cares", "nav.cares"],
  ["/team", "nav.team"],
  ["/blog", "nav.blog"],
  ["/donate", "header.donate"],
]

export function SiteLinks() {
  const { t, language } = useAdminApp()
  return (
    <details className="admin-site">
      <summary className="rail-link">
        <AdminIcon name="globe" />
        <span className="rail-label">{t("admin.site")}</span>
      </summary>
      <nav aria-label={t("admin.site")}>
        <ul>
          {LINKS.map(([path, label]) => (
            <li key={path}>
              <a className="rail-link" href={pathIn(language, path)}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}
