import { Resolver } from "node:dns/promises"
import type { Finding } from "@haitech/contract/admin/system"
import { finding, reasonOf } from "#platform/system/finding.ts"

export type Names = Pick<Resolver, "resolveTxt" | "resolveMx">

interface Addresses {
  readonly from: string
  readonly replies: string | undefined
}

const TIMEOUT_MS = 5000
/** The name of a DKIM key is the mail server's choice and stands in its emails only; these are the usual ones. */
const SELECTORS = [
  "default",
  "dkim",
  "mail",
  "google",
  "selector1",
  "selector2",
  "s1",
  "s2",
  "k1",
  "k2",
  "mandrill",
  "mailjet",
  "mx",
  "brevo1",
  "brevo2",
  "protonmail",
  "fm1",
  "zoho",
]

/** SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of the sender's domain, and where its replies go. */
export async function checkSender(
  { from, replies }: Addresses,
  names: Names = new Resolver({ timeout: TIMEOUT_MS, tries: 2 }),
): Promise<readonly Finding[]> {
  const domain = domainOf(from)
  try {
    return await Promise.all([
      checkSpf(names, domain),
      checkDkim(names, domain),
      checkDmarc(names, domain),
      ...(replies ? [checkReplies(names, domainOf(replies))] : []),
    ])
  } catch (error) {
    return [finding("names_silent", { domain, reason: reasonOf(error) })]
  }
}

async function checkSpf(names: Names, domain: string): Promise<Finding> {
  const records = (await textsAt(names, domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  if (records.length === 0) return finding("spf_missing", { domain })
  return finding(records.length > 1 ? "spf_twice" : "spf_found", { domain })
}

async function checkDkim(names: Names, domain: string): Promise<Finding> {
  const found = await Promise.all(
    SELECTORS.map(async (selector) => {
      const texts = await textsAt(names, `${selector}._domainkey.${domain}`)
      return texts.some((text) => /(^|;)\s*p=\s*[^;\s]/i.test(text)) ? [selector] : []
    }),
  )
  const [selector] = found.flat()
  return selector ? finding("dkim_found", { domain, selector }) : finding("dkim_missing", { domain })
}

/** A policy holds for all names below it, unless they have their own. */
async function checkDmarc(names: Names, domain: string): Promise<Finding> {
  const labels = domain.split(".")
  for (const name of labels.slice(0, -1).map((_, index) => labels.slice(index).join("."))) {
    const record = (await textsAt(names, `_dmarc.${name}`)).find((text) => /^v=DMARC1\s*;/i.test(text))
    const policy = record && /;\s*p=\s*(\w+)/i.exec(record)?.[1]
    if (policy) return finding("dmarc_found", { domain: name, policy: policy.toLowerCase() })
  }
  return finding("dmarc_missing", { domain })
}

async function checkReplies(names: Names, domain: string): Promise<Finding> {
  const servers = await orNone(names.resolveMx(domain))
  // An empty name says that the domain takes no mail (RFC 7505).
  const [server] = servers.filter(({ exchange }) => exchange !== "" && exchange !== ".")
  return server ? finding("replies_arrive", { domain, host: server.exchange }) : finding("replies_lost", { domain })
}

async function textsAt(names: Names, name: string): Promise<readonly string[]> {
  const records = await orNone(names.resolveTxt(name))
  return records.map((parts) => parts.join(""))
}

async function orNone<Row>(lookup: Promise<Row[]>): Promise<readonly Row[]> {
  try {
    return await lookup
  } catch (error) {
    if (["ENODATA", "ENOTFOUND"].includes(reasonOf(error))) return []
    throw error
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase()
