import type { Language } from "@haitech/contract/languages"
import { createContext, type ReactNode, use } from "react"
import { dialogFor, refusalMessage } from "#platform/http/raw-errors.ts"
import { CallFailed } from "#platform/http/request.ts"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { fill, type Values } from "#platform/i18n/fill.ts"
import type { APP_TEXTS } from "./texts.ts"

/**
 * The message keys that the page of each app passes to it. `app/member/texts.ts` and `app/admin/texts.ts` declare them
 * from the lists that they put together, so a component cannot use a key whose text the page does not have.
 * @public knip does not see declaration merging
 */
export interface AppTexts {}
export type AppText = AppTexts["member"]
export type LearningText = AppText | AppTexts["learning"]
export type GroupText = AppText | AppTexts["groups"]
export type ReviewText = AppText | AppTexts["review"]
export type AccessText = AppText | AppTexts["access"]
export type ProfileText = AppText | AppTexts["profile"]
export type ScheduleText = AppText | AppTexts["schedule"]
export type AmbassadorText = AppText | AppTexts["ambassador"]
export type TutorText = AppText | AppTexts["tutor"]
export type ProtectionText = AppText | AppTexts["protection"]
export type DataUseText = AppText | AppTexts["dataUse"]
export type NotificationText = AppText | AppTexts["notifications"]
export type AdminText = AppTexts["admin"]
export type ProofsAdminText = AdminText | AppTexts["proofsAdmin"]
export type DonationsAdminText = AdminText | AppTexts["donationsAdmin"]
export type NewslettersAdminText = AdminText | AppTexts["newslettersAdmin"]
export type GroupsAdminText = AdminText | AppTexts["groupsAdmin"]
export type MatchingAdminText = AdminText | AppTexts["matchingAdmin"]
export type HistoryAdminText = AdminText | AppTexts["historyAdmin"]
export type SafeguardingAdminText = AdminText | AppTexts["safeguardingAdmin"]
export type LearningAdminText = AdminText | AppTexts["learningAdmin"]
export type VolunteersAdminText = AdminText | AppTexts["volunteersAdmin"]
export type SystemAdminText = AdminText | AppTexts["systemAdmin"]
export type RetentionText = AdminText | AppTexts["retention"]
export type OpeningHoursText = AdminText | AppTexts["openingHours"]
export type ScreeningAdminText = AdminText | AppTexts["screeningAdmin"]
export type ImportAdminText = AdminText | AppTexts["importAdmin"]
export type SearchAdminText = AdminText | AppTexts["searchAdmin"]

type MemberLength =
  | "name"
  | "username"
  | "email"
  | "password"
  | "bio"
  | "skills"
  | "location"
  | "description"
  | "post"
  | "report"
  | "pictureBytes"
  | "sessionNotes"
  | "slotPlaces"
  | "weeklyLimit"
  | "noticeHours"
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
  | "searchStart"
  | "refundReason"
  | "countLimit"
  | "idleMinutes"
  | "sessionNotes"
  | "slotPlaces"
  | "weeklyLimit"
  | "noticeHours"
  | "closedDayName"
  | "revocationReason"
  | "nextStep"
  | "personalLine"
  | "importBytes"

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
  /** The text of a value of the server; a value of a newer release has none and is shown as it is. */
  label(texts: Readonly<Record<string, Text | { readonly text: Text }>>, value: string): string
  showToast(tone: "success" | "failure", title: string, description: string): void
  /**
   * What a failure says where spec §8 names no text of its own: the server's reason under `title`, or the title and the
   * message of the raw error.
   */
  failureTexts(failure: unknown, title: string): FailureTexts
  /** The message alone, under a title that says what failed. */
  failureMessage(failure: unknown): string
  /** Shows a failure toast with these texts. */
  showFailure(failure: unknown): void
}

interface FailureTexts {
  readonly title: string
  readonly message: string
}

const AppContext = createContext<App<string, string> | null>(null)

interface ProviderProps extends AppProps<(typeof APP_TEXTS)[number], string> {
  /** The title above a server's reason. */
  readonly failureTitle: string
  /** The `showToast` of the UI kit. */
  readonly present: (toast: {
    readonly tone: "success" | "failure"
    readonly title: string
    readonly description: string
    readonly labels: { readonly region: string; readonly close: string }
  }) => unknown
  readonly children: ReactNode
}

export function AppProvider({ children, present, failureTitle, ...props }: ProviderProps) {
  const { texts } = props
  const labels = { region: texts["toast.region"], close: texts["toast.close"] }
  const showToast: App<string, string>["showToast"] = (tone, title, description) =>
    void present({ tone, title, description, labels })
  const failureTexts: App<string, string>["failureTexts"] = (failure, title) => {
    const refusal = refusalMessage(failure)
    if (refusal !== undefined) return { title, message: refusal }
    const dialog = dialogFor(failure)
    return { title: texts[dialog.title], message: texts[dialog.message] }
  }
  const app: App<string, string> = {
    ...props,
    ...readers(texts),
    showToast,
    failureTexts,
    failureMessage: (failure) => failureTexts(failure, "").message,
    showFailure(failure) {
      const { title, message } = failureTexts(failure, failureTitle)
      showToast("failure", title, message)
    },
  }
  return <AppContext value={app}>{children}</AppContext>
}

interface MoreTextsProps {
  readonly texts: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** Adds the texts of a page that loads later to those of the app. */
export function MoreTexts({ texts, children }: MoreTextsProps) {
  const app = useContext()
  const all = { ...app.texts, ...texts }
  return <AppContext value={{ ...app, texts: all, ...readers(all) }}>{children}</AppContext>
}

function readers(texts: Readonly<Record<string, string>>): Pick<App<string, string>, "t" | "label"> {
  return {
    t: (key, values) => fill(texts[key] ?? "", values ?? {}),
    label(names, value) {
      const known = entryOf(names, value)
      return texts[(typeof known === "object" ? known.text : known) ?? ""] ?? value
    },
  }
}

/** The member dashboard: `t` for texts, `showToast` for toasts. */
export const useApp = useAppWith<AppText, MemberLength>
// Parts of the dashboard: the texts of each load with the first of its views.
export const useLearningApp = useAppWith<LearningText, MemberLength>
export const useGroupsApp = useAppWith<GroupText, MemberLength>
export const useReviewApp = useAppWith<ReviewText, MemberLength>
export const useAccessApp = useAppWith<AccessText, MemberLength>
export const useProfileApp = useAppWith<ProfileText, MemberLength>
export const useNotificationsApp = useAppWith<NotificationText, MemberLength>
export const useAmbassadorApp = useAppWith<AmbassadorText, MemberLength>
export const useProtectionApp = useAppWith<ProtectionText, MemberLength>
export const useDataUseApp = useAppWith<DataUseText, MemberLength>
export const useScheduleApp = useAppWith<ScheduleText, MemberLength>
export const useTutorApp = useAppWith<TutorText, MemberLength>

/** The admin app, with the same functions. */
export const useAdminApp = useAppWith<AdminText, AdminLength>
// Parts of the admin app, likewise.
export const useLearningAdminApp = useAppWith<LearningAdminText, AdminLength>
export const useGroupsAdminApp = useAppWith<GroupsAdminText, AdminLength>
export const useVolunteersAdminApp = useAppWith<VolunteersAdminText, AdminLength>
export const useScreeningAdminApp = useAppWith<ScreeningAdminText, AdminLength>
export const useMatchingApp = useAppWith<MatchingAdminText, AdminLength>
export const useProofsAdminApp = useAppWith<ProofsAdminText, AdminLength>
export const useDonationsAdminApp = useAppWith<DonationsAdminText, AdminLength>
export const useNewslettersAdminApp = useAppWith<NewslettersAdminText, AdminLength>
export const useSafeguardingAdminApp = useAppWith<SafeguardingAdminText, AdminLength>
export const useSystemAdminApp = useAppWith<SystemAdminText, AdminLength>
export const useRetentionApp = useAppWith<RetentionText, AdminLength>
export const useOpeningHoursApp = useAppWith<OpeningHoursText, AdminLength>
export const useImportAdminApp = useAppWith<ImportAdminText, AdminLength>
export const useSearchAdminApp = useAppWith<SearchAdminText, AdminLength>
export const useHistoryAdminApp = useAppWith<HistoryAdminText, AdminLength>

function useAppWith<Text extends string, Limit extends string>(): App<Text, Limit> {
  return useContext() as App<Text, Limit>
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
