import type {
  changePassword,
  endSession,
  endSessions,
  listSessions,
  logout,
  readUser,
} from "@haitech/contract/accounts"
import type { changeProfile, deleteUser, Profile, readProfile, uploadPicture } from "@haitech/contract/members"
import type { RouteInput } from "@haitech/contract/route"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { call, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

const READ_USER = call<typeof readUser>("GET", "/api/auth/user")
export const USER_KEY = READ_USER.path.slice(1).split("/")
const READ_PROFILE = call<typeof readProfile>("GET", "/api/user/profile")
const CHANGE_PROFILE = call<typeof changeProfile>("PATCH", "/api/user/profile")
const UPLOAD_PICTURE = call<typeof uploadPicture>("POST", "/api/user/profile/image", { upload: true })
const CHANGE_PASSWORD = call<typeof changePassword>("POST", "/api/auth/password/change")
const LIST_SESSIONS = call<typeof listSessions>("GET", "/api/user/sessions")
const END_SESSION = call<typeof endSession>("DELETE", "/api/user/sessions/:id")
const END_SESSIONS = call<typeof endSessions>("DELETE", "/api/user/sessions")
const DELETE_USER = call<typeof deleteUser>("DELETE", "/api/user")
const LOGOUT = call<typeof logout>("POST", "/api/auth/logout")

/** The signed-in user; status 401 means that nobody is signed in (spec §4). */
export const useUser = () => useQuery(read(READ_USER, useApp().language))
export const useProfile = () => useQuery(read(READ_PROFILE, useApp().language))
export const useSessions = () => useQuery(read(LIST_SESSIONS, useApp().language))

/** Changes the profile and stores the server's version of it. */
export function useChangeProfile() {
  const { language } = useApp()
  const storeProfile = useStoreProfile()
  return useMutation({
    mutationFn: (body: RouteInput<typeof changeProfile>["body"]) => request(CHANGE_PROFILE, { body }, language),
    onSuccess: storeProfile,
  })
}

export function useUploadPicture() {
  const { language } = useApp()
  const client = useQueryClient()
  const storeProfile = useStoreProfile()
  return useMutation({
    mutationFn: (image: File) => request(UPLOAD_PICTURE, { body: { image } }, language),
    onSuccess: ({ profileImageUrl }) => {
      const cached = client.getQueryData<Profile>(read(READ_PROFILE, language).queryKey)
      if (cached) storeProfile({ ...cached, profileImageUrl })
    },
  })
}

/** Updates both queries, because the profile contains the user. */
function useStoreProfile() {
  const { language } = useApp()
  const client = useQueryClient()
  return (profile: Profile) => {
    client.setQueryData(read(READ_PROFILE, language).queryKey, profile)
    client.setQueryData(read(READ_USER, language).queryKey, profile)
  }
}

export function useChangePassword() {
  const { language } = useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof changePassword>["body"]) => request(CHANGE_PASSWORD, { body }, language),
    onSuccess: () => client.invalidateQueries({ queryKey: read(LIST_SESSIONS, language).queryKey }),
  })
}

/** Signs out one other device. */
export function useEndSession() {
  const { language } = useApp()
  const client = useQueryClient()
  const { queryKey } = read(LIST_SESSIONS, language)
  return useMutation({
    mutationFn: (id: string) => request(END_SESSION, { params: { id } }, language),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

export function useEndSessions() {
  const { language } = useApp()
  return useMutation({ mutationFn: () => request(END_SESSIONS, {}, language) })
}

/** `onSuccess` also runs if the dialog has been closed in the meantime. */
export function useDeleteUser(onSuccess: () => void) {
  const { language } = useApp()
  return useMutation({
    mutationFn: (body: RouteInput<typeof deleteUser>["body"]) => request(DELETE_USER, { body }, language),
    onSuccess,
  })
}

export function useLogout() {
  const { language } = useApp()
  return useMutation({ mutationFn: () => request(LOGOUT, {}, language) })
}
