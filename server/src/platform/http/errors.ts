import type { Socket } from "node:net"
import type { FieldError } from "@haitech/contract/field-errors"
import { type Language, languageOf } from "@haitech/contract/languages"
import { PROBLEMS, type ProblemBody, type ProblemCode } from "@haitech/contract/problems"
import { DrizzleQueryError } from "drizzle-orm/errors"
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { origin } from "#platform/correlation.ts"
import type { Log } from "#platform/log.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"
import { sourceStack } from "#platform/source-stack.ts"
import { languageFrom } from "./language.ts"
import type { Pages, RenderedPage } from "./pages.ts"
import { NEVER_STORED } from "./stored-file.ts"

// Not an import of `node:http`, which would also load Node's fetch.
const { STATUS_CODES } = process.getBuiltinModule("node:http")
const RETRY_AFTER_S = 5

/** The only error handler: sends a problem in the reader's language; bugs become `server.broke` and are logged. */
export function handleErrors(app: FastifyInstance, log: Log, pages?: Pick<Pages, "failure">): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    const status = PROBLEMS[problem.code]
    if (status >= 500) log.error({ ...origin.getStore(), id: request.id, error: loggable(error) }, problem.code)
    const language = languageIn(request)
    const isFailure = status === 500 || status === 503
    const page = isFailure && isPageOpened(request) ? pages?.failure(status, language) : undefined
    return page ? refuseWithPage(reply, problem, page) : refuse(reply, problem, language)
  })
}

/** Programs and scripts take any type, or JSON. */
function isPageOpened({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? "")
}

function languageIn({ url, headers }: FastifyRequest): Language {
  const { language } = languageOf(url.split("?")[0] ?? "")
  return language === "en" ? languageFrom(headers["accept-language"]) : language
}

function refuseWithPage(reply: FastifyReply, { retryAfter }: Problem, { status, headers, html }: RenderedPage) {
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter)
  return reply.code(status).headers(headers).send(html)
}

export function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    const code = UNREADABLE[error.code ?? ""] ?? "request.malformed"
    const body = JSON.stringify(bodyOf(new Problem(code), "en"))
    const lines = [
      `HTTP/1.1 ${PROBLEMS[code]} ${STATUS_CODES[PROBLEMS[code]]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "cache-control: no-store",
      "connection: close",
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`)
  }
}

const UNREADABLE: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers.too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request.too_slow",
}

function refuse(reply: FastifyReply, problem: Problem, language: Language): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header("retry-after", problem.retryAfter)
  return reply
    .code(PROBLEMS[problem.code])
    .header("cache-control", NEVER_STORED)
    .type("application/json; charset=utf-8")
    .send(bodyOf(problem, language))
}

export function bodyOf({ code, fields, challenge, starts, retryAfter = 0 }: Problem, language: Language): ProblemBody {
  const message = text(language, `problem.${code}`, { minutes: Math.ceil(retryAfter / 60) })
  if (!fields) return { code, message, ...(challenge && { challenge }), ...(starts && { starts: [...starts] }) }
  const texts = Object.fromEntries(Object.entries(fields).map(([field, error]) => [field, fieldText(language, error)]))
  return { code, message: Object.values(texts)[0] ?? message, fields: texts }
}

function fieldText(language: Language, error: FieldError): string {
  return text(language, `field.${error}`)
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>
  // A client that disconnects in the middle of a body also causes connection errors, but Fastify gives those a 4xx status.
  if (statusCode >= 500 && isDatabaseUnavailable(error))
    return new Problem("server.busy", { retryAfter: RETRY_AFTER_S })
  const problemCode = PROBLEM_BY_CODE[code] ?? (statusCode < 500 ? PROBLEM_BY_STATUS[statusCode] : undefined)
  return new Problem(problemCode ?? "server.broke")
}

const PROBLEM_BY_CODE: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "media.unsupported",
  FST_ERR_CTP_BODY_TOO_LARGE: "request.too_large",
  FST_ERR_CTP_EMPTY_JSON_BODY: "request.malformed",
  FST_ERR_CTP_INVALID_JSON_BODY: "request.malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "request.malformed",
}
const PROBLEM_BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: "request.malformed",
  404: "call.unknown",
  408: "request.too_slow",
  413: "request.too_large",
  414: "request.too_large",
  415: "media.unsupported",
}

/** SQLSTATE 08 connection, 25006 standby, 40P01 deadlock, 53 resources, 57 stopped, 55P03 lock; and the system's codes of a failed connection. */
const UNAVAILABLE = /^(08|25006|40P01|53|57|55P03|ECONN|EPIPE|ENOENT|CONNECTION_LOST)/

function isDatabaseUnavailable(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && UNAVAILABLE.test(cause.code)
}

/** The fields of an error for the log. Without the message, because a database error may quote a row. */
function loggable(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  const stack = sourceStack(error)
  return { name: error.name, code, stack: stack?.slice(stack.indexOf("\n    at ")) }
}
