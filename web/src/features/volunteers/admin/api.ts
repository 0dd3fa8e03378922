import type { ApplicationRecord } from "@haitech/contract/admin/volunteers"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** Apart from the list's key: each reading is in the audit log, so no change of the list may cause one. */
const keyOf = (id: string | null) => ["application", id]

/** Reads it whenever it is opened, because somebody else may have changed it. */
export function useApplication(id: string | null) {
  const { language } = useVolunteersAdminApp()
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => request(routes.readApplication, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
    staleTime: 0,
  })
}

export const useOwners = () => useQuery(read(routes.listChatAdmins, useVolunteersAdminApp().language))

type Status = InputOf<typeof routes.previewApplicationEmail>["params"]["status"]

export function useApplicationEmail({ id, version }: ApplicationRecord, status: Status) {
  const { language } = useVolunteersAdminApp()
  return useQuery({
    queryKey: ["application-email", id, version, status],
    queryFn: () => request(routes.previewApplicationEmail, { params: { id, status } }, language),
  })
}

export type ApplicationChange = InputOf<typeof routes.changeApplication>["body"]

const STALE = [
  routes.listApplications,
  routes.listWaiting,
  routes.readOverview,
  routes.listUsers,
  routes.listTutors,
  routes.listAudit,
].map(queryKey)

/** After a refusal the application is read again, because somebody else may have changed it: `current` has it then. */
export function useChangeApplication(id: string) {
  const { language } = useVolunteersAdminApp()
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (body: ApplicationChange) => request(routes.changeApplication, { params: { id }, body }, language),
    onSuccess: (application) => client.setQueryData(keyOf(id), application),
    onError: () => client.invalidateQueries({ queryKey: keyOf(id) }),
    onSettled: () => Promise.all(STALE.map((stale) => client.invalidateQueries({ queryKey: stale }))),
  })
  return { change: mutateAsync, current: () => client.getQueryData<ApplicationRecord>(keyOf(id)) }
}
