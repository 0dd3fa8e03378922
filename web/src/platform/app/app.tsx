import type { Language } from "@haitech/contract/languages"
import { createContext, type ReactNode, use } from "react"
import { CallFailed } from "#platform/http/request.ts"
import { fill, type Values } from "#platform/i18n/fill.ts"

/**
 * The message keys that the page of each app passes to it. `app/member/texts.ts` and `app/admin/texts.ts` declare them
 * from the lists that they put together, so a component cannot use a key whose text the page does not have.
 * @public knip does not see declaration merging
 */
export interface AppTexts {}
export type AppText = AppTexts["member"]
export type AdminText = AppTexts["admin"]

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

/** Props that the page passes to its single-page app. By default those of the member dashboard. */
export interface AppProps<Text extends string = AppText, Limit extends string = MemberLength> {
  readonly texts: Readonly<Record<Text, string>>
  readonly language: Language
  readonly siteName: string
  /** IANA time zone of the site. */
  readonly timeZone: string
  /** Limits from the contract. The contract itself is larger than the page, so the browser does not load it. */
  readonly lengths: Readonly<Record<Limit, number>>
}

/** Props of the admin app. */
export type AdminProps = AppProps<AdminText, AdminLength>

interface App<Text extends string, Limit extends string> extends AppProps<Text, Limit> {
  t(key: Text, values?: Values): string
  showToast(tone: "success" | "failure", title: string, description: string): void
  /** Shows a failure toast with the server's message, or with a general one. */
  showFailure(failure: unknown): void
}

const AppContext = createContext<App<string, string> | null>(null)

interface Failure {
  readonly title: string
  readonly message: string
}

interface ProviderProps extends AppProps<string, string> {
  /** Shown when the server sends no message. */
  readonly failure: Failure
  /** The `showToast` of the UI kit. */
  readonly present: (toast: {
    readonly tone: "success" | "failure"
    readonly title: string
    readonly description: string
    readonly labels: { readonly region: string; readonly close: string }
  }) => unknown
  readonly children: ReactNode
}

export function AppProvider({ children, present, failure: fallback, ...props }: ProviderProps) {
  const { texts } = props
  const labels = { region: texts["toast.region"] ?? "", close: texts["toast.close"] ?? "" }
  const showToast: App<string, string>["showToast"] = (tone, title, description) =>
    void present({ tone, title, description, labels })
  const app: App<string, string> = {
    ...props,
    t: (key, values) => fill(texts[key] ?? "", values ?? {}),
    showToast,
    showFailure: (failure) => showToast("failure", fallback.title, serverProblem(failure).message ?? fallback.message),
  }
  return <AppContext value={app}>{children}</AppContext>
}

/** The member dashboard: `t` for texts, `showToast` for toasts. */
export function useApp(): App<AppText, MemberLength> {
  return useContext() as App<AppText, MemberLength>
}

/** The admin app, with the same functions. */
export function useAdminApp(): App<AdminText, AdminLength> {
  return useContext() as App<AdminText, AdminLength>
}

function useContext() {
  const app = use(AppContext)
  if (!app) throw new Error("outside of an app")
  return app
}

/** The server's messages, per field and for the whole request; empty when there was no response. */
export function serverProblem(error: unknown): {
  fields: Readonly<Record<string, string>>
  message: string | undefined
} {
  const problem = error instanceof CallFailed ? error.problem : null
  return { fields: problem?.fields ?? {}, message: problem?.message }
}
