import { MIMEType } from "node:util"
import { Problem } from "#platform/problem.ts"

export const UPLOAD = "multipart/form-data"
const MAX_PARTS = 20

/** Counts the parts before it parses (RFC 7578). @throws {Problem} `request.malformed`, `request.too_large` */
export async function uploadedFields(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(contentType)
  if (!boundary) throw new Problem("request.malformed")
  if (countParts(body, `--${boundary}`) > MAX_PARTS) throw new Problem("request.too_large")
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => {
      throw new Problem("request.malformed")
    })
  const fields = Map.groupBy(form, ([name]) => name)
  const entries = [...fields].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => value)
    return [name, values.length === 1 ? values[0] : values] as const
  })
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get("boundary")
  } catch {
    return null
  }
}

function countParts(body: Buffer, mark: string): number {
  let parts = 0
  for (let at = body.indexOf(mark); at >= 0 && parts <= MAX_PARTS + 1; at = body.indexOf(mark, at + mark.length))
    parts += 1
  return parts - 1
}
