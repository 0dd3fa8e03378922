import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { type Language, languageOf, pathIn } from "@haitech/contract/languages"
import type { PageRequest } from "@haitech/contract/pages"
import { PROBLEMS, type ProblemCode } from "@haitech/contract/problems"
import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod/mini"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"
import { addressSubject, type Limiter } from "#platform/rate-limits/limiter.ts"
import { bodyOf, problemOf } from "./errors.ts"
import type { RouteHandler } from "./handle.ts"
import type { Pages } from "./pages.ts"

/** Refused forms per IP address: each is a page to render. */
const REFUSED_LIMIT = { name: "form.refused", limit: 120, windowSeconds: 900 }

/** Redirects with 303, so that a reload sends no form twice. @throws {Problem} `rate.limited`, `server.busy` */
export async function handleForm(
  { form }: RouteHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, limiter, timeZone }: { readonly pages: Pages; readonly limiter: Limiter; readonly timeZone: string },
  run: () => Promise<unknown>,
): Promise<FastifyReply> {
  const values = enteredValues(request.body)
  const { language, path } = findPage(values["page"] ?? "/", pages)
  request.headers["accept-language"] = language
  try {
    const fields = callBody(request.body)
    request.body = form?.complete?.(fields, timeZone) ?? fields
    const result = await run()
    if (form?.continued) {
      const page = { ...form.continued(values, result as never), language }
      return await sendContinued(reply, pages, page, form.name)
    }
    if (form?.opensReply) return reply.redirect(z.parse(Redirect, result).url, 303)
    if (form?.next) return reply.redirect(pathIn(language, form.next), 303)
    return reply.redirect(`${pathIn(language, path)}?sent=${form?.name}#${form?.anchor}`, 303)
  } catch (error) {
    const problem = problemOf(error)
    if (UNSHOWN.includes(problem.code)) throw error
    await limiter.take(REFUSED_LIMIT, addressSubject(request.ip))
    const message = messageOf(problem, language, timeZone)
    const failed = { name: form?.name ?? "", sent: false, values, fields: problem.fields ?? {}, message }
    const { status, html, headers } = await pages.render({ path, language, form: failed }, PROBLEMS[problem.code])
    if (problem.retryAfter !== undefined) reply.header("retry-after", problem.retryAfter)
    return reply.code(status).headers(headers).send(html)
  }
}

/** With the free hours, which a page with script offers as buttons. */
function messageOf(problem: Problem, language: Language, timeZone: string): string {
  const { message, starts = [] } = bodyOf(problem, language)
  if (starts.length === 0) return message
  const hours = starts.map((at) => `${formatDay(language, at, timeZone)}, ${formatHour(language, at, timeZone)}`)
  const city = cityOf(timeZone)
  return `${message} ${text(language, "schedule.free_hours", { hours: hours.join("; "), city })}`
}

/** The form is stored already: a server too busy to render the page redirects to it without the values. */
async function sendContinued(
  reply: FastifyReply,
  pages: Pages,
  page: PageRequest,
  name: string,
): Promise<FastifyReply> {
  try {
    const { status, html, headers } = await pages.render(page, 200)
    return reply.code(status).headers(headers).send(html)
  } catch {
    return reply.redirect(`${pathIn(page.language, page.path)}?sent=${name}`, 303)
  }
}

const Redirect = z.object({ url: z.string() })

/** Of bugs and of an overloaded server: rendering a page would be more work. */
const UNSHOWN: readonly ProblemCode[] = ["server.broke", "server.busy"]

/** Without the page and the repeated password. @throws {Problem} `request.invalid` when the two passwords differ */
function callBody(body: unknown): Record<string, unknown> {
  const { page: _page, confirmPassword, ...fields } = (body ?? {}) as Record<string, unknown>
  const password = fields["newPassword"] ?? fields["password"]
  if (confirmPassword === undefined || confirmPassword === password) return fields
  throw new Problem("request.invalid", { fields: { confirmPassword: "password.mismatch" } })
}

function enteredValues(body: unknown): Record<string, string> {
  const fields = Object.entries(body ?? {}).filter((field): field is [string, string] => typeof field[1] === "string")
  return Object.fromEntries(fields.filter(([name]) => !/password/i.test(name)))
}

function findPage(address: string, pages: Pages): { language: Language; path: string } {
  const { language, path } = languageOf(address)
  return pages.has(path) ? { language, path } : { language, path: "/" }
}
