declare global {
  interface Window {
    readonly firstRequests?: {
      /** Each sign-in and sign-out changes it. */
      readonly cookie: string
      readonly responses: Record<string, Promise<Response>>
    }
  }
}

/**
 * The response to a request that the document has sent before its scripts loaded (`entry/first-requests.ts`), once, and for
 * the session that sent it; otherwise undefined. `name` is a path, or that of a fragment.
 */
export function takeFirstResponse(name: string): Promise<Response> | undefined {
  const { cookie, responses } = window.firstRequests ?? {}
  if (cookie !== document.cookie) return undefined
  const response = responses?.[name]
  delete responses?.[name]
  return response
}
