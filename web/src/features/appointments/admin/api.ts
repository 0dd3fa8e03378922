import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"
import type { CalendarDays } from "./entries.ts"

/** In ms: students book and cancel at any time. */
const REFETCH_MS = 60_000

export const useCalendar = () => useQuery(read(routes.readCalendar, useAdminApp().language))

export function useAppointment(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listAppointments), id],
    queryFn: () => request(routes.readAppointment, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
  })
}

/** Sessions, open hours and closed days of some days from `from` on. */
export function useCalendarDays(from: string, days: number) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.readCalendarDays), from, days],
    queryFn: () => request(routes.readCalendarDays, { query: { from, days: String(days) } }, language),
    // The counts and the hours of the day stay where they are while another week loads.
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
  })
}

const MAX_REQUESTS = "50"
const PENDING = { status: "pending", sort: "urgent", limit: MAX_REQUESTS } as const

/** What waits for approval, urgent requests first, under the key of a list with these parameters. */
export function useRequests() {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listAppointments), PENDING],
    queryFn: () => fetchPage(routes.listAppointments, PENDING, language),
    refetchInterval: REFETCH_MS,
  })
}

const CHANGE_KEY = ["change-appointment"]

export type AppointmentChange = Omit<InputOf<typeof routes.changeAppointment>["body"], "was">
export type AppointmentStatus = NonNullable<AppointmentChange["status"]>

/** Changes a session, unless somebody else has changed its state since it was read. */
export function useChangeAppointment({ id, status }: Pick<AppointmentRecord, "id" | "status">) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const show = useShowAppointment()
  return useMutation({
    mutationKey: CHANGE_KEY,
    mutationFn: (change: AppointmentChange) =>
      request(
        routes.changeAppointment,
        { params: { id }, body: { ...change, was: status as AppointmentStatus } },
        language,
      ),
    onSuccess: show,
    // Several requests are approved in a row: only the last one reloads the lists. It does not wait for them: while it did, it
    // would count as under way, and a change that ends meanwhile would reload nothing.
    onSettled: () => {
      if (client.isMutating({ mutationKey: CHANGE_KEY }) === 1) void refreshCalendar(client)
    },
  })
}

/** Puts a changed session into what is loaded. */
function useShowAppointment() {
  const client = useQueryClient()
  const lists = useRecordLists(routes.listAppointments)
  return (changed: AppointmentRecord) => {
    const update = (rows: readonly AppointmentRecord[]) =>
      rows.map((row) => (row.id === changed.id ? { ...row, ...changed } : row))
    lists.change(update)
    client.setQueryData<{ rows: readonly AppointmentRecord[] }>(
      [...queryKey(routes.listAppointments), PENDING],
      (page) => page && { ...page, rows: update(page.rows) },
    )
    client.setQueryData<AppointmentRecord>(
      [...queryKey(routes.listAppointments), changed.id],
      (cached) => cached && { ...cached, ...changed },
    )
    client.setQueriesData<CalendarDays>(
      { queryKey: queryKey(routes.readCalendarDays) },
      (days) => days && { ...days, appointments: update(days.appointments) },
    )
  }
}

export function useSaveFeedback(id: string) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.saveFeedback>["body"]) =>
      request(routes.saveFeedback, { params: { id }, body }, language),
    onSettled: () => refreshCalendar(client),
  })
}

/** Reloads what a change of a session or of an hour can change: lists, counts and the history. */
export const refreshCalendar = (client: QueryClient) => client.invalidateQueries({ queryKey: ["api", "admin"] })
