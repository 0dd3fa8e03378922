import { type Choice, ChoiceCard } from "#features/outreach/choice-card.tsx"
import { Examples } from "#features/outreach/examples.tsx"
import { ImpactSection, STUDENTS_HELPED } from "#features/outreach/impact-counters.tsx"
import { MembershipSection } from "#features/outreach/membership-section.tsx"
import { TestimonialSection } from "#features/publishing/testimonial-section.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { BandSun } from "#ui/band-sun.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { Medal } from "#ui/medal.tsx"
import { RareIcon } from "#ui/rare-icon.tsx"
import { Scene } from "#ui/scene.tsx"
import { SectionHeading } from "#ui/section-heading.tsx"
import { StaticIcon } from "#ui/static-icon.tsx"
import { SiteLayout } from "./layout.tsx"

const FACTS = ["home.fact_free", "home.fact_languages", "home.fact_nonprofit"] as const

/** For those who learn, those who help and those who give. */
const AUDIENCES: readonly Choice[] = [
  { to: "/programs", symbol: "book", colour: "text-action", name: "home.learn", about: "home.learn_about" },
  { to: "/cares", symbol: "hibiscus", colour: "text-info", name: "home.help", about: "home.help_about" },
  { to: "/donate", symbol: "heart", colour: "text-give", name: "home.give", about: "home.give_about" },
]

const PROGRAMS: readonly Choice[] = [
  {
    to: "/programs#coding",
    symbol: "code",
    colour: "text-action",
    name: "home.program_code",
    about: "home.program_code_about",
  },
  {
    to: "/programs#languages",
    symbol: "speech",
    colour: "text-info",
    name: "home.program_english",
    about: "home.program_english_about",
  },
  {
    to: "/programs#languages",
    symbol: "hibiscus",
    colour: "text-hibiscus",
    name: "home.program_creole",
    about: "home.program_creole_about",
  },
  {
    to: "/programs#languages",
    symbol: "globe",
    colour: "text-give",
    name: "home.program_foreign",
    about: "home.program_foreign_about",
  },
]

export function HomePage() {
  return (
    <SiteLayout>
      <Hero />
      <ImpactSection />
      <Audiences />
      <Programs />
      <TestimonialSection />
      <Giving />
      <MembershipSection />
    </SiteLayout>
  )
}

function Hero() {
  const { t, language } = usePage()
  return (
    <section className="hero">
      <div className="wrap">
        <p className="chip pill">
          <span className="glow" />
          {t("home.lights")}
        </p>
        <h1>
          {t("home.tagline")} <span>{t("home.tagline_lit")}</span>
        </h1>
        <p className="lead mt-5 max-w-[34rem]">{t("home.lead")}</p>
        <div className="mt-8 flex flex-wrap gap-3 max-[22rem]:flex-col">
          <a className={`${buttonClass("light")} grow sm:grow-0`} href={address(language, "/#membership")}>
            {t("home.become_member")}
            <Icon name="right" />
          </a>
          <PageLink className={`${buttonClass("ghost")} grow sm:grow-0`} to="/about">
            {t("home.learn_more")} <span className="sr">{t("home.learn_more_of")}</span>
          </PageLink>
        </div>
        <ul className="facts">
          {FACTS.map((fact) => (
            <li key={fact}>
              <Icon name="check" />
              {t(fact)}
            </li>
          ))}
          <li>
            <StaticIcon name="shield" />
            <PageLink to="/safety">{t("safety.title")}</PageLink>
          </li>
        </ul>
      </div>
      {/* After the text: the scene depends on its height, and browsers paint while the HTML is still loading. */}
      <div className="sky">
        <div className="scene">
          <Scene lights={STUDENTS_HELPED} />
          <HeroVideo />
        </div>
      </div>
      <Examples />
      <button type="button" className="round pause" data-action="pause" data-needs-script="" aria-pressed="false">
        <RareIcon name="pause" />
        <span className="sr">{t("home.pause")}</span>
      </button>
    </section>
  )
}

/**
 * The looping muted video (spec §2). It repeats the scene below it, so it is decorative, and loads only on fast networks. Hidden
 * until then, since browsers parse many styles for the controls of a video.
 */
function HeroVideo() {
  const { t } = usePage()
  return (
    <div className="hero-video" hidden>
      <video muted loop playsInline preload="none" data-video="" aria-hidden="true" tabIndex={-1}>
        <source data-src="/video/hero-av1.mp4" type="video/mp4; codecs=av01.0.05M.08" />
        <source data-src="/video/hero-vp9.webm" type="video/webm" />
        <source data-src="/video/hero-h264.mp4" type="video/mp4" />
        {t("home.no_video")}
      </video>
    </div>
  )
}

function Audiences() {
  return (
    <ul className="wrap mt-10 grid gap-4 lg:grid-cols-3 lg:gap-5">
      {AUDIENCES.map((audience) => (
        <ChoiceCard key={audience.name} {...audience} heading="h2" />
      ))}
    </ul>
  )
}

function Programs() {
  const { t } = usePage()
  return (
    <section className="wrap py-(--section)" aria-labelledby="programs-title">
      <SectionHeading id="programs-title" title={t("home.programs")} lead={t("home.programs_lead")}>
        <PageLink to="/programs" className="more">
          {t("home.view_all")}
          <Icon name="right" />
        </PageLink>
      </SectionHeading>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5">
        {PROGRAMS.map((program) => (
          <ChoiceCard key={program.name} {...program} heading="h3" />
        ))}
      </ul>
      <AppBand />
    </section>
  )
}

function AppBand() {
  const { t } = usePage()
  return (
    <div className="band">
      <BandSun />
      <div className="max-w-[34rem]">
        <p className="chip soon">{t("home.coming_soon")}</p>
        <h3 className="mt-4">{t("home.app")}</h3>
        <p className="lead mt-3 opacity-90">{t("home.app_about")}</p>
      </div>
    </div>
  )
}

function Giving() {
  const { t } = usePage()
  return (
    <section className="wrap pt-(--section)">
      <div className="card choice giving">
        <Medal symbol="heart" className="text-give" />
        <div>
          <h2>{t("donate.title")}</h2>
          <p className="mt-2 text-muted">{t("cares.band_text")}</p>
        </div>
        <PageLink to="/donate" className={buttonClass("quiet")}>
          {t("cares.donate")}
        </PageLink>
      </div>
    </section>
  )
}
