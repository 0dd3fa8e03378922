import type { Language } from "@haitech/contract/languages"
import { createContext, type ReactNode, use } from "react"
import type { APP_TEXTS } from "./app-texts.ts"
import { CallFailed } from "./ask.ts"
import { fill, type Values } from "./i18n.ts"
import type { OFFICE_TEXTS } from "./office-texts.ts"

export type AppText = (typeof APP_TEXTS)[number]
export type OfficeText = (typeof OFFICE_TEXTS)[number]

type MemberLimit = "name" | "username" | "email" | "password" | "bio" | "skills" | "location" | "pictureBytes"
type OfficeLimit =
  | "name"
  | "email"
  | "password"
  | "adminPassword"
  | "message"
  | "response"
  | "replyTitle"
  | "chatRows"
  | "pictureBytes"
  | "query"
  | "mostCounted"
  | "idleMinutes"

/** What a single-page app is given by the page that carries it: the dashboard, where nothing else is said. */
export interface AppProps<Text extends string = AppText, Limit extends string = MemberLimit> {
  readonly texts: Readonly<Record<Text, string>>
  readonly language: Language
  readonly siteName: string
  /** An IANA zone: that of the office. */
  readonly timeZone: string
  /** Facts of the contract, which itself would cost more to fetch than the page. */
  readonly limits: Readonly<Record<Limit, number>>
}

/** The same for the office. */
export type OfficeProps = AppProps<OfficeText, OfficeLimit>

interface App<Text extends string, Limit extends string> extends AppProps<Text, Limit> {
  t(key: Text, values?: Values): string
  tell(tone: "success" | "failure", title: string, description: string): void
  /** Says that nothing was changed, and why, as far as the server says it. */
  tellFailure(failure: unknown): void
}

const AppContext = createContext<App<string, string> | null>(null)

interface Failure {
  readonly title: string
  readonly message: string
}

interface ProviderProps extends AppProps<string, string> {
  /** What is said when nothing better is known. */
  readonly failure: Failure
  /** Shows a toast: the kit's. */
  readonly present: (toast: {
    readonly tone: "success" | "failure"
    readonly title: string
    readonly description: string
    readonly labels: { readonly region: string; readonly close: string }
  }) => unknown
  readonly children: ReactNode
}

export function AppProvider({ children, present, failure: unknown, ...props }: ProviderProps) {
  const { texts } = props
  const labels = { region: texts["toast.region"] ?? "", close: texts["toast.close"] ?? "" }
  const tell: App<string, string>["tell"] = (tone, title, description) =>
    void present({ tone, title, description, labels })
  const app: App<string, string> = {
    ...props,
    t: (key, values) => fill(texts[key] ?? "", values ?? {}),
    tell,
    tellFailure: (failure) => tell("failure", unknown.title, saidOf(failure).message ?? unknown.message),
  }
  return <AppContext value={app}>{children}</AppContext>
}

/** The dashboard around a component: `t` for texts, `tell` for toasts. */
export function useApp(): App<AppText, MemberLimit> {
  return useContext() as App<AppText, MemberLimit>
}

/** The same for the office. */
export function useOffice(): App<OfficeText, OfficeLimit> {
  return useContext() as App<OfficeText, OfficeLimit>
}

function useContext() {
  const app = use(AppContext)
  if (!app) throw new Error("outside of an app")
  return app
}

/** What the server says of single fields, and of it all; nothing where it gave no answer. */
export function saidOf(error: unknown): { fields: Readonly<Record<string, string>>; message: string | undefined } {
  const problem = error instanceof CallFailed ? error.problem : null
  return { fields: problem?.fields ?? {}, message: problem?.message }
}
