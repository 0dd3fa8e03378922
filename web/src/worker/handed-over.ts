import { SHARED_FILE, SHARED_FILES } from "#platform/offline/caches.ts"

/** Whether another app shares a course file with the installed app (`share_target` of the manifest). */
export const isShared = ({ method, mode }: Request, path: string) =>
  method === "POST" && mode === "navigate" && /^(?:\/\w\w)?\/saved$/.test(path)

/** Puts the file aside for the page, which checks it. */
export async function takeShared(request: Request, path: string): Promise<Response> {
  const file = (await request.formData()).get("course")
  if (file instanceof File) await (await caches.open(SHARED_FILES)).put(SHARED_FILE, new Response(file))
  return Response.redirect(path, 303)
}
