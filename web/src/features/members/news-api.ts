import { routes } from "@haitech/contract/routes"
import { useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

export function useMessages() {
  const { language } = useApp()
  return useQuery({
    queryKey: queryKey(routes.listChatMessages),
    queryFn: () => request(routes.listChatMessages, { query: {} }, language),
  })
}

export function useNewestArticle() {
  const { language } = useApp()
  return useQuery({
    queryKey: queryKey(routes.listPosts),
    queryFn: () => request(routes.listPosts, { query: { limit: "1" } }, language),
  })
}
