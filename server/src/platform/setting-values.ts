import { isIP } from "node:net"
import { isAbsolute } from "node:path"
import * as z from "zod/mini"
import { addressesOf } from "#platform/db/hosts.ts"

export const onOff = z.enum(["on", "off"], "on or off")
export const trueFalse = z.enum(["true", "false"], "true or false")

export const url = (protocols: RegExp, like: string) =>
  z.optional(z.string().check(z.refine((text) => isUrl(text, protocols), like)))

const POSTGRES = /^postgres(ql)?:$/
const POSTGRES_LIKE = "an address like postgres://user:password@host/database"

export const databaseUrl = z.optional(
  z.string().check(z.refine((text) => addressesOf(text).every((address) => isUrl(address, POSTGRES)), POSTGRES_LIKE)),
)

export const wholeNumber = (from: number, to: number) =>
  z.string().check(z.refine((text) => isWholeNumber(text, from, to), `a whole number from ${from} to ${to}`))

function isWholeNumber(text: string, from: number, to: number): boolean {
  return /^(0|[1-9]\d*)$/.test(text) && Number(text) >= from && Number(text) <= to
}

function isUrl(text: string, protocols: RegExp): boolean {
  return URL.canParse(text) && protocols.test(new URL(text).protocol)
}

export const secret = (shape: RegExp, like: string) => z.optional(z.string().check(z.regex(shape, like)))

/** At most 11 characters before the @, because a suffix is added (RFC 5321, 4.5.3.1.1 allows 64 in all). */
export function isReplyAddress(text: string): boolean {
  return /^[\w.-]{1,11}@.{1,189}$/.test(text) && z.email().safeParse(text).success
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const BUCKET = /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w./-]*)?$/

export const bucket = secret(BUCKET, "an address like s3://bucket/prefix")

export function isBackupAddress(text: string): boolean {
  return isAbsolute(text) || BUCKET.test(text)
}

export function areProxies(text: string): boolean {
  return /^\d$/.test(text) || text.split(",").every((proxy) => isProxy(proxy.trim()))
}

function isProxy(text: string): boolean {
  const [address = "", bits] = text.split("/")
  const maxBits = isIP(address) === 6 ? 128 : 32
  return isIP(address) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
}

export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** `people` adds a demo member and demo appointments to the sample content; never in production. */
export type Demo = "people" | "content" | "off"

export function demoOf(setting: string | undefined, isProduction: boolean): Demo {
  if (isProduction) return setting === "true" || setting === "content" ? "content" : "off"
  if (setting === "false") return "off"
  return setting === "content" ? "content" : "people"
}

export function proxiesOf(setting: string | undefined): number | string[] | false {
  if (setting === undefined) return false
  return /^\d$/.test(setting) ? Number(setting) : setting.split(/\s*,\s*/)
}

/** Of OpenTelemetry. A trace never has a parent outside of this product, so `parentbased_` changes nothing. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const

export function sampledShareOf(sampler: (typeof SAMPLERS)[number], ratio: string): number {
  if (sampler.endsWith("traceidratio")) return Number(ratio)
  return sampler.endsWith("always_on") ? 1 : 0
}

export type MetricsAccess = { readonly token: string } | "open" | "closed"

export function metricsAccessOf(token: string | undefined, isProduction: boolean): MetricsAccess {
  if (token) return { token }
  return isProduction ? "closed" : "open"
}

/** sd_listen_fds(3): the number of the socket that systemd opened for this process; its children see the variables, too. */
export function inheritedSocketOf(input: Readonly<Record<string, string>>): number | undefined {
  const isForThis = input["LISTEN_PID"] === String(process.pid)
  return isForThis && Number(input["LISTEN_FDS"]) > 0 ? 3 : undefined
}
