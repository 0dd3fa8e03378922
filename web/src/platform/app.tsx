import type { Language } from "@haitech/contract/languages"
import { createContext, type ReactNode, use } from "react"
import type { ADMIN_TEXTS } from "./admin-texts.ts"
import type { APP_TEXTS } from "./app-texts.ts"
import { fill, type Values } from "./i18n.ts"
import { CallFailed } from "./request.ts"

export type AppText = (typeof APP_TEXTS)[number]
export type AdminText = (typeof ADMIN_TEXTS)[number]

type MemberLength = "name" | "username" | "email" | "password" | "bio" | "skills" | "location" | "pictureBytes"
type AdminLength =
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
export interface AppProps<Text extends string = AppText, Limit extends string = MemberLength> {
  readonly texts: Readonly<Record<Text, string>>
  readonly language: Language
  readonly siteName: string
  /** An IANA zone: that of the office. */
  readonly timeZone: string
  /** Facts of the contract, which itself would cost more to fetch than the page. */
  readonly lengths: Readonly<Record<Limit, number>>
}

/** The same for the office. */
export type AdminProps = AppProps<AdminText, AdminLength>

interface App<Text extends string, Limit extends string> extends AppProps<Text, Limit> {
  t(key: Text, values?: Values): string
  showToast(tone: "success" | "failure", title: string, description: string): void
  /** Says that nothing was changed, and why, as far as the server says it. */
  showFailure(failure: unknown): void
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
  const showToast: App<string, string>["showToast"] = (tone, title, description) =>
    void present({ tone, title, description, labels })
  const app: App<string, string> = {
    ...props,
    t: (key, values) => fill(texts[key] ?? "", values ?? {}),
    showToast,
    showFailure: (failure) => showToast("failure", unknown.title, serverProblem(failure).message ?? unknown.message),
  }
  return <AppContext value={app}>{children}</AppContext>
}

/** The dashboard around a component: `t` for texts, `tell` for toasts. */
export function useApp(): App<AppText, MemberLength> {
  return useContext() as App<AppText, MemberLength>
}

/** The same for the office. */
export function useAdminApp(): App<AdminText, AdminLength> {
  return useContext() as App<AdminText, AdminLength>
}

function useContext() {
  const app = use(AppContext)
  if (!app) throw new Error("outside of an app")
  return app
}

/** What the server says of single fields, and of it all; nothing where it gave no answer. */
export function serverProblem(error: unknown): {
  fields: Readonly<Record<string, string>>
  message: string | undefined
} {
  const problem = error instanceof CallFailed ? error.problem : null
  return { fields: problem?.fields ?? {}, message: problem?.message }
}
