import type { Tutor } from "@haitech/contract/admin/tutors"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"
import { refreshCalendar } from "./api.ts"

/** An open hour with its bookings. */
export function useSlot(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listSlots), id],
    queryFn: () => request(routes.readSlot, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
  })
}

export type SlotInput = InputOf<typeof routes.createSlots>["body"]

export const useCreateSlots = () =>
  useSlotMutation((body: SlotInput, language) => request(routes.createSlots, { body }, language))

export const useChangeSlot = (id: string) =>
  useSlotMutation((body: InputOf<typeof routes.changeSlot>["body"], language) =>
    request(routes.changeSlot, { params: { id }, body }, language),
  )

export const useDeleteSlot = (id: string) =>
  useSlotMutation((scope: "one" | "later", language) =>
    request(routes.deleteSlot, { params: { id }, query: { scope } }, language),
  )

/** A tutor, or a user who becomes one. */
export type TutorChoice = Pick<Tutor, "userId" | "name"> & Partial<Tutor>

export const useTutors = () => useQuery(read(routes.listTutors, useAdminApp().language))

export const useSaveTutor = (userId: string) =>
  useSlotMutation((body: InputOf<typeof routes.saveTutor>["body"], language) =>
    request(routes.saveTutor, { params: { userId }, body }, language),
  )

const FOUND_USERS = "8"

/** Users whose name or address matches a search of at least two characters. */
export function useUserSearch(q: string) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listUsers), "search", q],
    queryFn: () => fetchPage(routes.listUsers, { q, limit: FOUND_USERS }, language),
    enabled: q.length > 1,
  })
}

export const useClosedDays = () => useQuery(read(routes.listClosedDays, useAdminApp().language))

interface ClosedDays {
  readonly date: string
  readonly until?: string
  readonly name: string
}

export const useSaveClosedDay = () =>
  useSlotMutation(({ date, ...body }: ClosedDays, language) =>
    request(routes.saveClosedDay, { params: { date }, body }, language),
  )

export const useDeleteClosedDay = () =>
  useSlotMutation((date: string, language) => request(routes.deleteClosedDay, { params: { date } }, language))

type Language = ReturnType<typeof useAdminApp>["language"]

/** Every change of open hours changes the calendar. */
export function useSlotMutation<Input, Output>(send: (input: Input, language: Language) => Promise<Output>) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => send(input, language),
    onSettled: () => void refreshCalendar(client),
  })
}
