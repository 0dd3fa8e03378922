import { routes } from "@haitech/contract/routes"
import type { GroupPost } from "@haitech/contract/study-groups"
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useGroupsApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { savesData } from "#platform/offline/saves-data.ts"

const GROUPS = queryKey(routes.listStudyGroups)
const HIDDEN = queryKey(routes.listHiddenMembers)
const POST_ROWS = 50
const POLL_MS = 30_000
/** With data saver or a slow connection. */
const SAVING_POLL_MS = 300_000

/** Offline a read fails at once, instead of waiting for the network without a word. */
const ALWAYS = { networkMode: "always" } as const

export const useGroups = () => useQuery({ ...read(routes.listStudyGroups, useGroupsApp().language), ...ALWAYS })
export const useHidden = () => useQuery({ ...read(routes.listHiddenMembers, useGroupsApp().language), ...ALWAYS })
/** The account whose posts wait on this device. */
export const useMember = () => useQuery(read(routes.readUser, useGroupsApp().language))

export function useJoin(id: string) {
  const { language } = useGroupsApp()
  const refresh = useRefresh(GROUPS)
  return useMutation({
    ...ALWAYS,
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
    ...ALWAYS,
    mutationFn: () => request(routes.leaveStudyGroup, { params: { id } }, language),
    onSuccess: refresh,
  })
}

const boardKey = (id: string) => [...GROUPS, id, "posts"]

/** The newest posts, and earlier ones for each further page. */
export function useBoard(id: string, pages: number) {
  const { language } = useGroupsApp()
  return useQuery({
    ...ALWAYS,
    queryKey: [...boardKey(id), pages],
    queryFn: () => readPages(id, pages, language),
    placeholderData: keepPreviousData,
    refetchInterval: () => (savesData() ? SAVING_POLL_MS : POLL_MS),
    // Others may have written since the board was last open.
    refetchOnMount: "always",
  })
}

async function readPages(id: string, pages: number, language: string) {
  const posts: GroupPost[] = []
  let hasEarlier = true
  for (let page = 0; page < pages && hasEarlier; page++) {
    const [first] = posts
    const query = first ? { before: String(first.sequence) } : {}
    const found = await request(routes.listGroupPosts, { params: { id }, query }, language)
    posts.unshift(...found)
    hasEarlier = found.length === POST_ROWS
  }
  return { posts, hasEarlier }
}

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
    ...ALWAYS,
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
    ...ALWAYS,
    mutationFn: (id: string) => request(routes.showHiddenMember, { params: { id } }, language),
    onSuccess: refresh,
  })
}
