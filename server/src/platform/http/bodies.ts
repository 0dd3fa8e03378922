import formbody from "@fastify/formbody"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { Problem } from "#platform/problem.ts"

const DEEPEST = 32
const MOST_FIELDS = 1000
const FORM = "application/x-www-form-urlencoded"

/**
 * Bodies are JSON, or a plain HTML form where the route takes one. What is not a body of ours is refused before anything
 * is built from it: too deep, too wide, or naming an object's prototype (security C16).
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const refused = refusal(String(body))
    if (refused) done(refused)
    else parse(request, String(body), done)
  })
  await app.register(formbody)
}

/** The content type is read in one place, by the parser that Fastify chose; this asks what it was. */
export function isForm(request: FastifyRequest): boolean {
  return request.mediaType === FORM
}

/** Counted in the text: building 100,000 nested arrays only to refuse them would be the attack. */
function refusal(body: string): Problem | undefined {
  let depth = 0
  let fields = 0
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const sign = body[at]
    if (isText) {
      if (sign === "\\") at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === "{" || sign === "[") depth += 1
    else if (sign === "}" || sign === "]") depth -= 1
    else if (sign === "," || sign === ":") fields += 1
    if (depth > DEEPEST || fields > MOST_FIELDS) return new Problem("request.too_large")
  }
  return undefined
}
