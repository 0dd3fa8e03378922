import { expect, test } from "vitest"
import { checkSender, type Names } from "./sender.ts"

interface Zone {
  readonly txt?: Readonly<Record<string, readonly string[]>>
  readonly mx?: Readonly<Record<string, readonly string[]>>
  readonly error?: string
}

/** Name servers with these records; a TXT record of more than 255 bytes comes in parts. */
function namesOf({ txt = {}, mx = {}, error }: Zone): Names {
  const failure = (code: string) => Object.assign(new Error(code), { code })
  return {
    async resolveTxt(name: string) {
      if (error) throw failure(error)
      const records = txt[name]
      if (!records) throw failure("ENOTFOUND")
      return records.map((text) => [text.slice(0, 10), text.slice(10)])
    },
    async resolveMx(name: string) {
      const servers = mx[name]
      if (!servers) throw failure("ENODATA")
      return servers.map((exchange) => ({ exchange, priority: 10 }))
    },
  } as Names
}

const check = (zone: Zone, addresses: { from?: string; replies?: string } = {}) =>
  checkSender({ from: "hello@example.org", replies: undefined, ...addresses }, namesOf(zone))
const codes = async (...args: Parameters<typeof check>) => (await check(...args)).map(({ code }) => code)

test("a sender with SPF, a DKIM key and a policy is believed", async () => {
  const txt = {
    "example.org": ["google-site-verification=1", "v=spf1 include:mail.example.net -all"],
    "s1._domainkey.example.org": ["v=DKIM1; k=rsa; p=MIGfMA0GCSq"],
    "_dmarc.example.org": ["v=DMARC1; p=Quarantine; rua=mailto:dmarc@example.org"],
  }
  expect(await check({ txt })).toEqual([
    { code: "spf_found", values: { domain: "example.org" } },
    { code: "dkim_found", values: { domain: "example.org", selector: "s1" } },
    { code: "dmarc_found", values: { domain: "example.org", policy: "quarantine" } },
  ])
})

test("a domain without records is told what to add", async () => {
  expect(await codes({})).toEqual(["spf_missing", "dkim_missing", "dmarc_missing"])
  expect(await codes({ txt: { "example.org": ["v=spf10 -all"] } })).toContain("spf_missing")
})

test("two SPF records count as none, and a revoked DKIM key is none", async () => {
  const txt = { "example.org": ["v=spf1 -all", "v=spf1 mx -all"], "mail._domainkey.example.org": ["v=DKIM1; p="] }
  expect(await codes({ txt })).toEqual(["spf_twice", "dkim_missing", "dmarc_missing"])
})

test("the policy of the domain above counts, too", async () => {
  const txt = { "_dmarc.example.org": ["v=DMARC1; p=none"] }
  const found = await check({ txt }, { from: "hello@News.Example.org" })
  expect(found.at(-1)).toEqual({ code: "dmarc_found", values: { domain: "example.org", policy: "none" } })
})

test("replies need a mail server", async () => {
  const replies = "chat@reply.example.org"
  const mx = { "reply.example.org": ["mx.example.net"] }
  expect((await check({ mx }, { replies })).at(-1)).toEqual({
    code: "replies_arrive",
    values: { domain: "reply.example.org", host: "mx.example.net" },
  })
  expect(await codes({}, { replies })).toContain("replies_lost")
  expect(await codes({ mx: { "reply.example.org": [""] } }, { replies })).toContain("replies_lost")
})

test("silent name servers are told as such, not as missing records", async () => {
  expect(await check({ error: "ETIMEOUT" })).toEqual([
    { code: "names_silent", values: { domain: "example.org", reason: "ETIMEOUT" } },
  ])
})
