import { CallFailed } from "./request.ts"

/** A file of the build. @throws {CallFailed} for a response that is not OK; otherwise whatever fetch throws */
export async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new CallFailed(response.status, response.statusText, null)
  return response.arrayBuffer()
}
