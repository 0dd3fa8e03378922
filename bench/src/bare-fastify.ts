// The baseline of a plain service: Fastify with the contract's schemas and node-postgres with prepared statements, on the
// product's tables, without the product's hooks, limits, log, metrics and emails. Argument: the product's data folder.
import { createHash, randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import { readUser } from "@haitech/contract/accounts"
import { joinMembership } from "@haitech/contract/outreach"
import fastify from "fastify"
import { openBarePool } from "./database.ts"

const [dataFolder = ""] = process.argv.slice(2)
const pool = openBarePool(dataFolder)
const app = fastify()

app.get("/healthz", async () => ({ status: "live" }))

app.get(readUser.path, async ({ headers }, reply) => {
  const secret = /session=([\w-]+)/.exec(headers.cookie ?? "")?.[1] ?? ""
  const { rows } = await pool.query({ ...SESSION, values: [createHash("sha256").update(secret).digest("hex")] })
  return rows[0] ? readUser.reply.parse(rows[0]) : reply.code(401).send({ code: "session.missing" })
})

app.post(joinMembership.path, async ({ body }, reply) => {
  const { name, email } = joinMembership.body.parse(body)
  const client = await pool.connect()
  try {
    await client.query("begin")
    const { rows } = await client.query({ ...JOIN, values: [randomUUID(), name, email] })
    await client.query({ ...WELCOME, values: [`bare:${rows[0].id}`, { to: email, language: "en" }] })
    await client.query("commit")
    return reply.code(201).send(joinMembership.reply.parse(rows[0]))
  } finally {
    client.release()
  }
})

const SESSION = {
  name: "session",
  text: `
    select u.id, u.email, username, first_name as "firstName", last_name as "lastName",
      profile_image_url as "profileImageUrl", role
    from sessions s join users u on u.id = (sess ->> 'userId')::uuid where sid = $1 and expire > now() and approved`,
}
const JOIN = {
  name: "join",
  text: `
    insert into memberships (id, name, email, language) values ($1, $2, $3, 'en')
    on conflict (lower(email)) do update set name = excluded.name, updated_at = now()
    returning id, name, email, program, interests, location,
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`,
}
const WELCOME = {
  name: "welcome",
  text: "insert into outbox (id, kind, key, payload) values (gen_random_uuid(), 'membership.welcome', $1, $2)",
}

await app.listen({ host: "127.0.0.1", port: 0 })
console.log((app.server.address() as AddressInfo).port)
