import type { Profile } from "@haitech/contract/members"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** Changes the profile and stores the server's version of it. */
export function useChangeProfile() {
  const { language } = useApp()
  const storeProfile = useStoreProfile()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.changeProfile>["body"]) =>
      request(routes.changeProfile, { body }, language),
    onSuccess: storeProfile,
  })
}

/** Updates both queries, because the profile contains the user. */
export function useStoreProfile() {
  const { language } = useApp()
  const client = useQueryClient()
  return (profile: Profile) => {
    client.setQueryData(read(routes.readProfile, language).queryKey, profile)
    client.setQueryData(read(routes.readUser, language).queryKey, profile)
  }
}
