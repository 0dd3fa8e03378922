import type { Connection } from "./connection.ts"
import { CallFailed } from "./request.ts"

/** A file of the build. @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws */
export async function fetchFile(address: string): Promise<ArrayBuffer> {
  return (await fetchResponse(address)).arrayBuffer()
}

/** @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws */
async function fetchResponse(address: string, init?: Pick<RequestInit, "signal" | "cache">): Promise<Response> {
  const response = await fetch(address, init)
  if (!response.ok) throw new CallFailed(response.status, response.statusText, null)
  return response
}

/**
 * A file with its whole body.
 * @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws, also once the connection stalls
 */
export function download(address: string, { signal, wait, onPart }: Connection, cache: RequestCache) {
  return wait(async () => {
    const response = await fetchResponse(address, { signal, cache })
    return { response, body: await readBody(response, onPart) }
  })
}

async function readBody({ body }: Response, onPart: () => void): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  for (;;) {
    onPart()
    const { value } = (await reader?.read()) ?? {}
    if (!value) return new Blob(parts).arrayBuffer()
    parts.push(value)
  }
}
