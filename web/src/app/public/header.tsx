import { AccountMenu } from "#features/accounts/account-menu.tsx"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { PageLink } from "#platform/navigation/link.tsx"
import { address, type LinkPath, type PagePath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { BrandMark } from "#ui/brand-mark.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { Lambrequin } from "#ui/lambrequin.tsx"
import { Menu } from "#ui/menu.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { Valance } from "#ui/valance.tsx"
import { LanguageList } from "./language-list.tsx"

/** The header links in the order of spec §2. */
const NAV: readonly { to: PagePath; label: MessageKey }[] = [
  { to: "/about", label: "nav.about" },
  { to: "/programs", label: "nav.programs" },
  { to: "/cares", label: "nav.cares" },
  { to: "/team", label: "nav.team" },
  { to: "/blog", label: "nav.blog" },
]

interface Props {
  readonly samePage: LinkPath
  /** Above an app: without the eave, and with the account menu, which other pages load (D10). */
  readonly isApp?: boolean
  /** Without the eave; it scrolls away with the page. */
  readonly isPlain?: true | undefined
}

/** The header of all pages (spec §2). The eave below it disappears once the page is scrolled. */
export function SiteHeader({ samePage, isApp = false, isPlain }: Props) {
  const { t, site } = usePage()
  return (
    <header className={isApp ? "site over-app" : isPlain ? "site plain" : "site"}>
      {!isApp && !isPlain && (
        <div className="eave">
          <Lambrequin id="eave">
            <Valance />
          </Lambrequin>
        </div>
      )}
      <div className="wrap bar">
        <PageLink to="/" className="brand" aria-label={t("header.home")}>
          <BrandMark />
          <span>{site.name}</span>
        </PageLink>
        <nav className="hidden items-center lg:flex" aria-label={t("header.nav")}>
          <NavLinks />
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <LanguageMenu samePage={samePage} />
          <div className="hidden items-center gap-1 lg:flex" data-signed-out="">
            <PageLink to="/login" className="nav-link">
              {t("header.sign_in")}
            </PageLink>
            <PageLink to="/register" className={buttonClass("quiet", true)}>
              {t("header.join")}
            </PageLink>
          </div>
          {isApp ? (
            <div className="hidden lg:block member-menu">
              <AccountMenu />
            </div>
          ) : (
            <div className="hidden lg:block" data-account="" />
          )}
          <PageLink to="/donate" className={`donate ${buttonClass("give", true)}`}>
            <RareIcon name="heart" />
            <span>{t("header.donate")}</span>
          </PageLink>
          <MobileMenu isApp={isApp} />
        </div>
      </div>
    </header>
  )
}

function NavLinks() {
  const { t } = usePage()
  return NAV.map(({ to, label }) => (
    <PageLink key={to} to={to} className="nav-link">
      {t(label)}
    </PageLink>
  ))
}

function LanguageMenu({ samePage }: Pick<Props, "samePage">) {
  const { t, language } = usePage()
  const code = language.toUpperCase()
  return (
    <Menu
      name="header"
      label={`${code} – ${t("header.language")}: ${t(`language.${language}`)}`}
      buttonClass="nav-link"
      button={
        <>
          <RareIcon name="globe" />
          {code}
          <Icon name="down" className="hidden sm:block" />
        </>
      }
    >
      <LanguageList className="menu" linkClass="nav-link" samePage={samePage} />
    </Menu>
  )
}

function MobileMenu({ isApp }: Required<Pick<Props, "isApp">>) {
  const { t, language } = usePage()
  return (
    <Menu
      name="header"
      className="lg:hidden"
      label={t("header.menu")}
      buttonClass="round menu-button"
      button={<RareIcon name="menu" />}
    >
      <div className="menu sheet">
        <nav aria-label={t("header.nav")}>
          <NavLinks />
          <PageLink to="/contact" className="nav-link">
            {t("nav.contact")}
          </PageLink>
        </nav>
        <div data-signed-out="">
          <PageLink to="/login" className="nav-link">
            {t("header.sign_in")}
          </PageLink>
        </div>
        {isApp ? (
          <div className="member-menu">
            <AccountMenu isOpen />
          </div>
        ) : (
          <div data-account="" />
        )}
        <PageLink to="/donate" className={buttonClass("give")}>
          <RareIcon name="heart" />
          {t("header.donate")}
        </PageLink>
        <a className={buttonClass()} href={address(language, "/#membership")} data-action="join">
          {t("header.join_free")}
        </a>
      </div>
    </Menu>
  )
}
