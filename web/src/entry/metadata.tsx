import { LANGUAGES, type Language, pathIn } from "@haitech/contract/languages"
import type { Site } from "@haitech/contract/pages"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { translator } from "#platform/i18n/texts.ts"
import { Picture, PictureText } from "./picture.tsx"

/** The languages that have a preview image. */
export const pictureLanguages: readonly Language[] = LANGUAGES

/** The preview image of shared links: an SVG without text, and the text as elements with inline styles for `satori`. */
export function renderPicture(language: Language, site: Site): { svg: string; text: ReactNode } {
  return {
    svg: renderToStaticMarkup(<Picture />),
    text: PictureText({ t: translator(language, site.name), name: site.name }),
  }
}

/** The web app manifest (W3C) for installation on a home screen. */
export function renderManifest(language: Language, site: Site): string {
  const t = translator(language, site.name)
  const shortcut = (name: string, path: string) => ({ name, url: pathIn(language, path) })
  return JSON.stringify({
    name: `${site.name} Learning`,
    short_name: site.name,
    description: t("home.description"),
    lang: language,
    // The app is the same in each language.
    id: "/",
    start_url: pathIn(language, "/member-dashboard"),
    scope: "/",
    display: "minimal-ui",
    background_color: "#060d2e",
    theme_color: "#102779",
    categories: ["education"],
    shortcuts: [
      shortcut(t("header.dashboard"), "/member-dashboard"),
      shortcut(t("saved.page_title"), "/saved"),
      shortcut(t("courses.title"), "/learn"),
    ],
    // A course that somebody handed over as a file: on phones by sharing it, on computers by opening it.
    share_target: {
      action: pathIn(language, "/saved"),
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: "course", accept: ["application/zip", ".zip"] }] },
    },
    file_handlers: [{ action: pathIn(language, "/saved"), accept: { "application/zip": [".zip"] } }],
    screenshots: [
      screenshot("lesson", "narrow", t("courses.title")),
      screenshot("course", "narrow", t("saved.title")),
      screenshot("desktop", "wide", t("courses.title")),
    ],
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  })
}

function screenshot(name: string, form: "narrow" | "wide", label: string) {
  const sizes = form === "narrow" ? "780x1688" : "1440x900"
  return { src: `/screens/${name}.webp`, type: "image/webp", sizes, form_factor: form, label }
}

/** robots.txt (RFC 9309): excludes the API, the admin area and the member dashboard. */
export function renderRobots(site: Site): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /member-dashboard\n\nSitemap: ${site.url}/sitemap.xml\n`
}
