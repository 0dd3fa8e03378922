import { routes } from "@haitech/contract/routes"
import type { GroupPost } from "@haitech/contract/study-groups"
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useGroupsApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { savesData } from "#platform/offline/saves-data.ts"
import { orStored, storedRead } from "#platform/offline/stored-read.ts"
import { useStoredReplies } from "#platform/offline/stored-replies.ts"

const GROUPS = queryKey(routes.listStudyGroups)
const HIDDEN = queryKey(routes.listHiddenMembers)
const POST_ROWS = 50
const POLL_MS = 30_000
/** With data saver or a slow connection. */
const SAVING_POLL_MS = 300_000

export const useGroups = () => useQuery(storedRead(routes.listStudyGroups, useGroupsApp().language))
export const useHidden = () => useQuery(read(routes.listHiddenMembers, useGroupsApp().language))
/** The account whose posts wait on this device. */
export const useMember = () => useQuery(storedRead(routes.readUser, useGroupsApp().language))

export function useJoin(id: string) {
  const { language } = useGroupsApp()
  const refresh = useRefresh(GROUPS)
  return useMutation({
    mutationFn: (birthYear: number | undefined) =>
      request(
        routes.joinStudyGroup,
        { params: { id }, body: { ...(birthYear !== undefined && { birthYear }) } },
        language,
      ),
    // A refused year is known from now on, too.
    onSettled: refresh,
  })
}

export function useLeave(id: string) {
  const { language } = useGroupsApp()
  const refresh = useRefresh(GROUPS)
  return useMutation({
    mutationFn: () => request(routes.leaveStudyGroup, { params: { id } }, language),
    onSuccess: refresh,
  })
}

/** Each number of pages is a query of its own; the device stores the newest of them. */
const boardKey = (id: string) => [...GROUPS, id, "posts"]

/** The newest posts, and earlier ones for each further page. */
export function useBoard(id: string, pages: number) {
  const { language } = useGroupsApp()
  return useQuery({
    queryKey: [...boardKey(id), pages],
    queryFn: (context) => orStored(boardKey(id), context, (signal) => readPages(id, pages, language, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: () => (savesData() ? SAVING_POLL_MS : POLL_MS),
    // Others may have written since the board was last open.
    refetchOnMount: "always",
  })
}

async function readPages(id: string, pages: number, language: string, signal: AbortSignal) {
  const posts: GroupPost[] = []
  let hasEarlier = true
  for (let page = 0; page < pages && hasEarlier; page++) {
    const [first] = posts
    const query = first ? { before: String(first.sequence) } : {}
    const found = await request(routes.listGroupPosts, { params: { id }, query }, language, { signal })
    posts.unshift(...found)
    hasEarlier = found.length === POST_ROWS
  }
  return { posts, hasEarlier }
}

/** The posts are those that the device stored, because no newer ones came. */
export const useIsStoredBoard = (id: string) => useStoredReplies().has(boardKey(id).join("/"))

export const useRefreshBoard = (id: string) => useRefresh(boardKey(id))

function useRefresh(key: QueryKey) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

export type PostAction = "delete" | "hide"

export function usePostAction(id: string, { id: postId }: GroupPost) {
  const { language } = useGroupsApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: PostAction) => {
      const route = action === "delete" ? routes.deleteOwnPost : routes.hideAuthor
      return request(route, { params: { id, postId } }, language)
    },
    onSuccess: () => Promise.all([boardKey(id), HIDDEN].map((stale) => client.invalidateQueries({ queryKey: stale }))),
  })
}

export function useReport(id: string, { id: postId }: GroupPost) {
  const { language } = useGroupsApp()
  return (reason: string) => request(routes.reportGroupPost, { params: { id, postId }, body: { reason } }, language)
}

export function useShowAgain() {
  const { language } = useGroupsApp()
  const refresh = useRefresh(HIDDEN)
  return useMutation({
    mutationFn: (id: string) => request(routes.showHiddenMember, { params: { id } }, language),
    onSuccess: refresh,
  })
}
