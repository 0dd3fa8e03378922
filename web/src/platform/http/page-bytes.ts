/** The compressed size of a page in bytes; 0 when the server does not say. @throws whatever fetch throws */
export async function pageBytes(path: string): Promise<number> {
  const { ok, headers } = await fetch(path, { method: "HEAD" })
  return ok ? Number(headers.get("content-length")) : 0
}
