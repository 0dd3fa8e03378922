import { type AdminLength, type AdminText, type AppText, type AppTexts, type MemberLength, useAppWith } from "./app.tsx"

export type LearningText = AppText | AppTexts["learning"]
export type GroupText = AppText | AppTexts["groups"]
export type ReviewText = AppText | AppTexts["review"]
export type ProfileText = AppText | AppTexts["profile"]
export type ScheduleText = AppText | AppTexts["schedule"]
export type AmbassadorText = AppText | AppTexts["ambassador"]
export type TutorText = AppText | AppTexts["tutor"]
export type ProtectionText = AppText | AppTexts["protection"]
export type DataUseText = AppText | AppTexts["dataUse"]
export type NotificationText = AppText | AppTexts["notifications"]
export type ProofsAdminText = AdminText | AppTexts["proofsAdmin"]
export type GroupsAdminText = AdminText | AppTexts["groupsAdmin"]
export type MatchingAdminText = AdminText | AppTexts["matchingAdmin"]
export type HistoryAdminText = AdminText | AppTexts["historyAdmin"]
export type SafeguardingAdminText = AdminText | AppTexts["safeguardingAdmin"]
export type LearningAdminText = AdminText | AppTexts["learningAdmin"]
export type VolunteersAdminText = AdminText | AppTexts["volunteersAdmin"]
export type ScreeningAdminText = AdminText | AppTexts["screeningAdmin"]

/** Parts of the dashboard: the texts of each load with the first of its views. */
export const useLearningApp = useAppWith<LearningText, MemberLength>
export const useGroupsApp = useAppWith<GroupText, MemberLength>
export const useReviewApp = useAppWith<ReviewText, MemberLength>
export const useProfileApp = useAppWith<ProfileText, MemberLength>
export const useNotificationsApp = useAppWith<NotificationText, MemberLength>
export const useAmbassadorApp = useAppWith<AmbassadorText, MemberLength>
export const useProtectionApp = useAppWith<ProtectionText, MemberLength>
export const useDataUseApp = useAppWith<DataUseText, MemberLength>
export const useScheduleApp = useAppWith<ScheduleText, MemberLength>
export const useTutorApp = useAppWith<TutorText, MemberLength>

/** Parts of the admin app, likewise. */
export const useLearningAdminApp = useAppWith<LearningAdminText, AdminLength>
export const useGroupsAdminApp = useAppWith<GroupsAdminText, AdminLength>
export const useVolunteersAdminApp = useAppWith<VolunteersAdminText, AdminLength>
export const useScreeningAdminApp = useAppWith<ScreeningAdminText, AdminLength>
export const useMatchingApp = useAppWith<MatchingAdminText, AdminLength>
export const useProofsAdminApp = useAppWith<ProofsAdminText, AdminLength>
export const useSafeguardingAdminApp = useAppWith<SafeguardingAdminText, AdminLength>
export const useHistoryAdminApp = useAppWith<HistoryAdminText, AdminLength>
