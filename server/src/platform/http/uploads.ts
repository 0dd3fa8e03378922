import { Problem } from "#platform/problem.ts"

/** A form with a file in it. */
export const UPLOAD = "multipart/form-data"
const MOST_PARTS = 20
const BOUNDARY = /boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i

/**
 * The fields of a form with a file in it (RFC 7578), read by the platform's own parser once it is known to be small and
 * to end as it should. A field that comes twice is a list, which no schema takes.
 * @throws {Problem} `request.malformed`, `request.too_large`
 */
export async function uploadedFields(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const found = BOUNDARY.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  if (!boundary) throw new Problem("request.malformed")
  if (partsIn(body, `--${boundary}`) > MOST_PARTS) throw new Problem("request.too_large")
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => {
      throw new Problem("request.malformed")
    })
  const fields = Map.groupBy(form, ([name]) => name)
  const entries = [...fields].map(([name, said]) => {
    const values = said.map(([, value]) => value)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

function partsIn(body: Buffer, mark: string): number {
  let parts = 0
  for (let at = body.indexOf(mark); at >= 0 && parts <= MOST_PARTS + 1; at = body.indexOf(mark, at + mark.length))
    parts += 1
  // The last mark ends the form and begins nothing.
  return parts - 1
}
