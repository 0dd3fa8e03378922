import type { PageRequest } from "@haitech/contract/pages"
import type { PagePath } from "#platform/navigation/paths.ts"
import { LoadingPage as AdminLoadingPage } from "./admin/loading-page.tsx"
import { GalleryPage } from "./gallery/gallery-page.tsx"
import { LoadingPage as MemberLoadingPage } from "./member/loading-page.tsx"
import type { PageDefinition } from "./page-definition.ts"
import { AboutPage } from "./public/about-page.tsx"
import { ApplicationPage } from "./public/application-page.tsx"
import { ApplyPage } from "./public/apply-page.tsx"
import { BlogPage } from "./public/blog-page.tsx"
import { CaresPage } from "./public/cares-page.tsx"
import { ContactPage } from "./public/contact-page.tsx"
import { CoursesPage } from "./public/courses-page.tsx"
import { DonatePage } from "./public/donate-page.tsx"
import { BrokenPage, UnavailablePage } from "./public/failure-page.tsx"
import { ForgotPasswordPage } from "./public/forgot-password-page.tsx"
import { GuardianPage } from "./public/guardian-page.tsx"
import { HomePage } from "./public/home-page.tsx"
import { LoginCodePage } from "./public/login-code-page.tsx"
import { LoginPage } from "./public/login-page.tsx"
import { MonthlyGiftPage } from "./public/monthly-gift-page.tsx"
import { NewslettersPage } from "./public/newsletters-page.tsx"
import { NotFoundPage } from "./public/not-found-page.tsx"
import { PrivacyPage } from "./public/privacy-page.tsx"
import { ProgramsPage } from "./public/programs-page.tsx"
import { ProposalPage } from "./public/proposal-page.tsx"
import { ReceiptsPage } from "./public/receipts-page.tsx"
import { RegisterPage } from "./public/register-page.tsx"
import { ResetPasswordPage } from "./public/reset-password-page.tsx"
import { SafetyPage } from "./public/safety-page.tsx"
import { SavedPage } from "./public/saved-page.tsx"
import { SchedulePage } from "./public/schedule-page.tsx"
import { SessionPage } from "./public/session-page.tsx"
import { TeamPage } from "./public/team-page.tsx"
import { TermsPage } from "./public/terms-page.tsx"
import { findRecordPage } from "./record-pages.ts"

declare global {
  /** Vite and Vitest replace `import.meta.env`. */
  interface ImportMeta {
    readonly env: { readonly DEV: boolean }
  }
}

/** Every public page, in the order of the route table (spec §2). */
const pages: Readonly<Record<PagePath, PageDefinition>> = {
  "/": { title: "home.title", description: "home.description", body: HomePage },
  "/about": { title: "about.page_title", description: "about.description", body: AboutPage },
  "/programs": { title: "programs.page_title", description: "programs.description", body: ProgramsPage },
  "/team": { title: "team.page_title", description: "team.description", body: TeamPage },
  "/blog": { title: "blog.page_title", description: "blog.description", body: BlogPage },
  "/learn": { title: "courses.page_title", description: "courses.description", body: CoursesPage },
  "/saved": { title: "saved.page_title", description: "saved.description", body: SavedPage, personal: true },
  "/cares": { title: "cares.page_title", description: "cares.description", body: CaresPage },
  "/apply": { title: "apply.page_title", description: "apply.description", body: ApplyPage },
  "/application": {
    title: "application.page_title",
    description: "application.description",
    body: ApplicationPage,
    personal: true,
  },
  "/donate": { title: "donate.page_title", description: "donate.description", body: DonatePage },
  "/monthly-gift": {
    title: "monthly_gift.page_title",
    description: "monthly_gift.description",
    body: MonthlyGiftPage,
    personal: true,
  },
  "/receipts": {
    title: "receipts.page_title",
    description: "receipts.description",
    body: ReceiptsPage,
    personal: true,
  },
  "/contact": { title: "contact.page_title", description: "contact.description", body: ContactPage },
  "/schedule": { title: "schedule.page_title", description: "schedule.description", body: SchedulePage },
  "/session": {
    title: "session.page_title",
    description: "session.description",
    body: SessionPage,
    personal: true,
  },
  "/proposal": {
    title: "proposal.page_title",
    description: "proposal.description",
    body: ProposalPage,
    personal: true,
  },
  "/guardian": {
    title: "guardian.page_title",
    description: "guardian.description",
    body: GuardianPage,
    personal: true,
  },
  "/newsletters": {
    title: "newsletters.page_title",
    description: "newsletters.description",
    body: NewslettersPage,
    personal: true,
  },
  "/login": { title: "login.page_title", description: "login.description", body: LoginPage },
  "/login-code": {
    title: "device_code.page_title",
    description: "device_code.description",
    body: LoginCodePage,
    personal: true,
  },
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
  "/safety": { title: "safety.page_title", description: "safety.description", body: SafetyPage },
  "/privacy": { title: "privacy.title", description: "privacy.description", body: PrivacyPage },
  "/termsofservice": { title: "terms.title", description: "terms.description", body: TermsPage },
}

/** The server sends them in place of a page or of the reply to a form, with this HTTP status. */
const failures: Readonly<Record<string, PageDefinition>> = {
  "/500": {
    title: "broken.title",
    description: "broken.description",
    body: BrokenPage,
    personal: true,
    isBare: true,
  },
  "/503": {
    title: "unavailable.title",
    description: "unavailable.description",
    body: UnavailablePage,
    personal: true,
    isBare: true,
  },
}

const shells: Readonly<Record<string, PageDefinition>> = {
  "/member-dashboard": {
    title: "dashboard.title",
    description: "dashboard.description",
    body: MemberLoadingPage,
    personal: true,
    requestsFirst: true,
  },
  "/admin": {
    title: "admin_page.title",
    description: "admin_page.description",
    body: AdminLoadingPage,
    personal: true,
  },
}

/** Pages of the development server only; builds leave them out with their components. Their texts are English. */
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

/** The pages that are an app: nothing of them shows before their script runs. */
export const appPaths: readonly string[] = Object.keys(shells)

export const fixedPages: Readonly<Record<string, PageDefinition>> = { ...pages, ...failures, ...shells, ...devPages }

/** Finds the page for a request: by its records, or else by its path. */
export function findPage(request: PageRequest): PageDefinition | undefined {
  const { path, posts } = request
  const recordPage = findRecordPage(request)
  if (recordPage) return recordPage
  if (posts && path.startsWith("/blog/")) return pages["/blog"]
  return fixedPages[path]
}

/** The page of any other path, with HTTP status 404 (spec §2, D1). */
export const notFound: PageDefinition = {
  title: "not_found.title",
  description: "not_found.description",
  body: NotFoundPage,
}
