import { ImpactSection } from "#features/outreach/impact-counters.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { CallBand } from "#ui/call-band.tsx"
import { Icon } from "#ui/icon.tsx"
import { Medal } from "#ui/medal.tsx"
import { PageHero } from "#ui/page-hero.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { SiteLayout } from "./layout.tsx"

/** Three cards that link to the membership form (spec §2 Cares), and to the application with its role chosen. */
const WAYS = [
  {
    symbol: "hibiscus",
    colour: "text-info",
    name: "cares.volunteer",
    about: "cares.volunteer_about",
    go: "cares.volunteer_go",
    apply: "cares.volunteer_apply",
    role: "volunteer",
  },
  {
    symbol: "people",
    colour: "text-action",
    name: "cares.mentor",
    about: "cares.mentor_about",
    go: "cares.mentor_go",
    apply: "cares.mentor_apply",
    role: "mentor",
  },
  {
    symbol: "speech",
    colour: "text-hibiscus",
    name: "cares.ambassador",
    about: "cares.ambassador_about",
    go: "cares.ambassador_go",
    apply: "cares.ambassador_apply",
    role: "ambassador",
  },
] as const

export function CaresPage() {
  const { t } = usePage()
  return (
    <SiteLayout>
      <PageHero title={t("cares.title")} lead={t("cares.lead")} pill={t("home.fact_nonprofit")}>
        <DonateNow />
      </PageHero>
      <ImpactSection />
      <Ways />
      <CallBand title={t("cares.band_title")} lead={t("cares.band_text")}>
        <DonateNow />
      </CallBand>
    </SiteLayout>
  )
}

function DonateNow() {
  const { t } = usePage()
  return (
    <PageLink to="/donate" className={buttonClass("give")}>
      <RareIcon name="heart" />
      {t("cares.donate")}
    </PageLink>
  )
}

function Ways() {
  const { t, language } = usePage()
  return (
    <section className="wrap py-(--section)" aria-labelledby="ways-title">
      <SectionHeading id="ways-title" title={t("cares.ways")} lead={t("cares.ways_lead")} />
      <ul className="mt-10 grid gap-4 lg:grid-cols-3 lg:gap-5">
        {WAYS.map(({ symbol, colour, name, about, go, apply, role }) => (
          <li key={name} className="card reach flex flex-col items-start p-6 lg:p-8">
            <Medal symbol={symbol} className={colour} />
            <h3 className="mt-5 text-[1.5rem]">{t(name)}</h3>
            <p className="mt-3 grow text-muted">{t(about)}</p>
            <a className={`${buttonClass("quiet")} relative z-1 mt-5`} href={address(language, `/apply#${role}`)}>
              {t(apply)}
            </a>
            <a className="more mt-3" href={address(language, "/#membership")}>
              {t(go)}
              <Icon name="right" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
