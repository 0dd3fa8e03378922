import type { Settings } from "#platform/settings.ts"

export interface PurgeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export function purgeRequestOf(settings: Settings): PurgeRequest | undefined {
  const { CDN_PURGE_URL: url, CDN_PURGE_METHOD: method, CDN_PURGE_HEADER: header, CDN_PURGE_BODY: body } = settings
  const [, name, value] = header?.match(/^([\w-]+): *(.+)$/) ?? []
  const type = body && isJson(body) && "application/json"
  const headers = { ...(type && { "content-type": type }), ...(name && value && { [name.toLowerCase()]: value }) }
  return url ? { url, method, headers, body } : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
