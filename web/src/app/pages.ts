import type { PageRequest } from "@haitech/contract/pages"
import type { ReactNode } from "react"
import type { PagePath } from "#platform/paths.ts"
import type { MessageKey } from "#platform/texts.ts"
import { LoadingPage as AdminLoadingPage } from "./admin/loading-page.tsx"
import { GalleryPage } from "./gallery/gallery-page.tsx"
import { LoadingPage as MemberLoadingPage } from "./member/loading-page.tsx"
import { AboutPage } from "./public/about-page.tsx"
import { BlogPage } from "./public/blog-page.tsx"
import { CaresPage } from "./public/cares-page.tsx"
import { ContactPage } from "./public/contact-page.tsx"
import { DonatePage } from "./public/donate-page.tsx"
import { ForgotPasswordPage } from "./public/forgot-password-page.tsx"
import { HomePage } from "./public/home-page.tsx"
import { LoginPage } from "./public/login-page.tsx"
import { NotFoundPage } from "./public/not-found-page.tsx"
import { PostPage } from "./public/post-page.tsx"
import { PrivacyPage } from "./public/privacy-page.tsx"
import { ProgramsPage } from "./public/programs-page.tsx"
import { RegisterPage } from "./public/register-page.tsx"
import { ResetPasswordPage } from "./public/reset-password-page.tsx"
import { SchedulePage } from "./public/schedule-page.tsx"
import { TeamPage } from "./public/team-page.tsx"
import { TermsPage } from "./public/terms-page.tsx"

/** The words and the picture of a page about one record. */
export interface About {
  readonly title: string
  readonly description: string
  readonly imageUrl?: string | null
}

declare global {
  /** What Vite, and Vitest like it, puts in the place of `import.meta.env`. */
  interface ImportMeta {
    readonly env: { readonly DEV: boolean }
  }
}

/** A public page: what stands on it, and the words search engines and shared links show. */
export interface PageDefinition {
  readonly title: MessageKey
  readonly description: MessageKey
  readonly body: () => ReactNode
  /** What a page says of itself when it is about one record. */
  readonly about?: (page: PageRequest) => About
  /** Not for search engines: what stands there is a person's own. */
  readonly personal?: true
}

/** Every public page, in the order of §2's route table. */
const pages: Readonly<Record<PagePath, PageDefinition>> = {
  "/": { title: "home.title", description: "home.description", body: HomePage },
  "/about": { title: "about.page_title", description: "about.description", body: AboutPage },
  "/programs": { title: "programs.page_title", description: "programs.description", body: ProgramsPage },
  "/team": { title: "team.page_title", description: "team.description", body: TeamPage },
  "/blog": { title: "blog.page_title", description: "blog.description", body: BlogPage },
  "/cares": { title: "cares.page_title", description: "cares.description", body: CaresPage },
  "/donate": { title: "donate.page_title", description: "donate.description", body: DonatePage },
  "/contact": { title: "contact.page_title", description: "contact.description", body: ContactPage },
  "/schedule": { title: "schedule.page_title", description: "schedule.description", body: SchedulePage },
  "/login": { title: "login.page_title", description: "login.description", body: LoginPage },
  "/register": { title: "register.page_title", description: "register.description", body: RegisterPage },
  "/forgot-password": {
    title: "forgot.page_title",
    description: "forgot.description",
    body: ForgotPasswordPage,
    personal: true,
  },
  "/reset-password": {
    title: "reset.page_title",
    description: "reset.description",
    body: ResetPasswordPage,
    personal: true,
  },
  "/privacy": { title: "privacy.title", description: "privacy.description", body: PrivacyPage },
  "/termsofservice": { title: "terms.title", description: "terms.description", body: TermsPage },
}

/** The first sight of the single-page apps, with their final outline, until their own script takes over. */
const shells: Readonly<Record<string, PageDefinition>> = {
  "/member-dashboard": {
    title: "dashboard.title",
    description: "dashboard.description",
    body: MemberLoadingPage,
    personal: true,
  },
  "/admin": {
    title: "admin_page.title",
    description: "admin_page.description",
    body: AdminLoadingPage,
    personal: true,
  },
}

/** What only the development server has: a build leaves it out, with everything it is made of. Its texts are English. */
const devPages: Readonly<Record<string, PageDefinition>> = import.meta.env.DEV
  ? {
      "/gallery": {
        title: "admin_page.title",
        description: "admin_page.description",
        body: GalleryPage,
        personal: true,
      },
    }
  : {}

/** Under `/blog/`: one published article (D2). */
const article: PageDefinition = {
  title: "blog.page_title",
  description: "blog.description",
  body: PostPage,
  about: ({ post }) => ({
    title: post?.title ?? "",
    description: post?.excerpt ?? "",
    imageUrl: post?.imageUrl ?? null,
  }),
}

/** Every page with a path of its own. */
export const known: Readonly<Record<string, PageDefinition>> = { ...pages, ...shells, ...devPages }

/** The page that answers a request: at a path of its own, or drawn of the records that came along. */
export function definitionOf({ path, post, posts }: PageRequest): PageDefinition | undefined {
  if (post) return article
  if (posts && path.startsWith("/blog/")) return pages["/blog"]
  return known[path]
}

/** §2: any other path shows this, with HTTP status 404 (D1). */
export const notFound: PageDefinition = {
  title: "not_found.title",
  description: "not_found.description",
  body: NotFoundPage,
}
