import type { GroupMember, GroupPostRecord, GroupRecord, GroupReport } from "@haitech/contract/admin/groups"
import type { ListInput } from "@haitech/contract/lists"
import type { InputOf, ListDescriptor } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

type ModerationQuery = ListInput & { readonly isRemoved?: string }

/** The list of one group: `useRecords` knows no parameters of a path. */
function listOf<Row>({ path }: { readonly path: string }, id: string): ListDescriptor<ModerationQuery, Row> {
  return { method: "GET", path: path.replace(":id", encodeURIComponent(id)) as `/api/${string}` }
}

export const membersOf = (id: string) => listOf<GroupMember>(routes.listGroupMembers, id)
export const postsOf = (id: string) => listOf<GroupPostRecord>(routes.listGroupPostRecords, id)

export const useMentors = () => useQuery(read(routes.listMentors, useGroupsAdminApp().language))

export type GroupForm = Omit<InputOf<typeof routes.createGroup>["body"], "id">

export const useCloseGroup = ({ id }: GroupRecord) =>
  useModeration((isClosed: boolean, language) =>
    request(routes.closeGroup, { params: { id }, body: { isClosed } }, language),
  )

interface Membership {
  readonly groupId: string
  readonly userId: GroupMember["userId"]
}

/** With a reason the member is removed, with null let in again. */
export const useChangeMember = ({ groupId, userId }: Membership) =>
  useModeration((reason: string | null, language) =>
    request(
      routes.changeGroupMember,
      { params: { id: groupId, userId }, body: { isRemoved: reason !== null, ...(reason !== null && { reason }) } },
      language,
    ),
  )

export const useDeleteBirthYear = ({ userId }: GroupMember) =>
  useModeration((_: undefined, language) => request(routes.deleteBirthYear, { params: { userId } }, language))

/** With a reason the post is removed, with null shown again. */
export const useModeratePost = (id: string) =>
  useModeration((reason: string | null, language) =>
    reason === null
      ? request(routes.restoreGroupPost, { params: { id } }, language)
      : request(routes.removeGroupPost, { params: { id }, body: { reason } }, language),
  )

export const useSettleReport = ({ id }: GroupReport) =>
  useModeration((isSettled: boolean, language) =>
    request(routes.settleGroupReport, { params: { id }, body: { isSettled } }, language),
  )

const STALE = [routes.listGroupRecords, routes.listGroupReports, routes.listAudit].map(queryKey)

/** The reports have the name of their group. */
export function useRefreshReports() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKey(routes.listGroupReports) })
}

/** Every change of a group refetches its lists, the reports and the history. */
function useModeration<Input, Output>(
  change: (input: Input, language: ReturnType<typeof useGroupsAdminApp>["language"]) => Promise<Output>,
) {
  const { language } = useGroupsAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(input, language),
    // After a failure too, because only the response may have got lost.
    onSettled: () => Promise.all(STALE.map((stale) => client.invalidateQueries({ queryKey: stale }))),
  })
}
