import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { About } from "#app/page-definition.ts"
import { address, type PagePath } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { PICTURE } from "./picture.tsx"

const LOCALES: Readonly<Record<Language, string>> = { en: "en_US", fr: "fr_FR", ht: "ht_HT", es: "es_LA" }

/** Metadata for search engines and shared links. Both need URLs with an origin. */
export function SearchMetadata({ title, description, imageUrl, languages = LANGUAGES }: About) {
  const { t, path, language, site, post } = usePage()
  // A text that does not exist in this language is that of another page; only what is around it is translated.
  const textLanguage = languages.includes(language) ? language : "en"
  const url = site.url + address(textLanguage, path as PagePath)
  const picture = imageUrl ? new URL(imageUrl, site.url).href : `${site.url}/pictures/${language}.png`
  return (
    <>
      <link rel="canonical" href={url} />
      {languages.length > 1 && <Alternates languages={languages} />}
      <meta property="og:type" content={post ? "article" : "website"} />
      {post && <meta property="article:published_time" content={post.publishedAt} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={LOCALES[language]} />
      <meta property="og:image" content={picture} />
      {!imageUrl && (
        <>
          <meta property="og:image:width" content={String(PICTURE.width)} />
          <meta property="og:image:height" content={String(PICTURE.height)} />
          <meta property="og:image:alt" content={`${t("home.tagline")} ${t("home.tagline_lit")}`} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {path === "/about" && <Organization />}
    </>
  )
}

function Alternates({ languages }: Required<Pick<About, "languages">>) {
  const { path, site } = usePage()
  return (
    <>
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={site.url + address(other, path as PagePath)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={site.url + path} />
    </>
  )
}

/** The organization, for search engines (schema.org as JSON-LD; the browser does not execute it). */
function Organization() {
  const { t, site } = usePage()
  const organization = {
    "@context": "https://schema.org",
    "@type": ["NGO", "EducationalOrganization"],
    name: site.name,
    url: `${site.url}/`,
    logo: `${site.url}/icon-512.png`,
    description: t("home.description"),
    nonprofitStatus: "https://schema.org/Nonprofit501c3",
    sameAs: [t("footer.linkedin_url")],
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email: t("footer.email_support"),
      availableLanguage: LANGUAGES,
    },
  }
  const text = JSON.stringify(organization).replaceAll("<", "\\u003c")
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
