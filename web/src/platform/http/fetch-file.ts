import { CallFailed } from "./request.ts"

/** A file of the build. @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws */
export async function fetchFile(address: string): Promise<ArrayBuffer> {
  return (await fetchResponse(address)).arrayBuffer()
}

/** @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws */
export async function fetchResponse(address: string, init?: Pick<RequestInit, "signal" | "cache">): Promise<Response> {
  const response = await fetch(address, init)
  if (!response.ok) throw new CallFailed(response.status, response.statusText, null)
  return response
}
