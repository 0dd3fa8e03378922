import { createSign, generateKeyPairSync, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { pathToFileURL } from "node:url"
import { interactionPolicy, Provider } from "oidc-provider"

export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

type Claims = Readonly<Record<string, unknown>>

export interface Issuer {
  readonly url: string
  setAccount(account: Account): void
  /** From now on changes the claims before signing; with `forge`, signs with another key. */
  alterClaims(claims: ((claims: Claims) => Claims) | undefined, forge?: boolean): void
  close(): Promise<void>
}

const CLIENT = { client_id: "haitech", client_secret: "a secret between the two" }

/** A real OpenID provider on this machine that accepts every sign-in without interaction. */
export async function openIssuer(redirectUris: readonly string[], account: Account): Promise<Issuer> {
  let current = account
  let changeClaims: ((claims: Claims) => Claims) | undefined
  let isForged = false
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const foreignKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
  const jwk = { ...privateKey.export({ format: "jwk" }), kid: "key", alg: "RS256", use: "sig" }

  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0)
  const provider = new Provider(url, {
    clients: [{ ...CLIENT, redirect_uris: [...redirectUris] }],
    jwks: { keys: [jwk] as never },
    cookies: { keys: [randomUUID()] },
    claims: { email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({ accountId, claims: () => current as never }),
    async loadExistingGrant(context) {
      const {
        client,
        session,
        provider: { Grant },
      } = context.oidc
      const grant = new Grant({ clientId: client?.clientId ?? "", accountId: session?.accountId ?? "" })
      grant.addOIDCScope("openid email profile")
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/")) {
      const login = { accountId: current.sub }
      void provider.interactionFinished(request, response, { login, select_account: {} })
      return
    }
    if (request.url?.startsWith("/token") && changeClaims)
      rewrite(response, changeClaims, isForged ? foreignKey : privateKey)
    void handle(request, response)
  })
  return {
    url,
    setAccount: (next) => {
      current = next
    },
    alterClaims: (claims, forge = false) => {
      changeClaims = claims
      isForged = forge
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

type Key = ReturnType<typeof generateKeyPairSync>["privateKey"]

function rewrite(response: ServerResponse, changeClaims: (claims: Claims) => Claims, key: Key): void {
  const end = response.end.bind(response)
  response.end = ((body: Buffer | string) => {
    const tokens = JSON.parse(String(body)) as { id_token?: string }
    const next = tokens.id_token ? { ...tokens, id_token: sign(changeClaims(claimsOf(tokens.id_token)), key) } : tokens
    const text = JSON.stringify(next)
    response.setHeader("content-length", Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"))
}

function sign(claims: Claims, key: Key): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const text = `${part({ alg: "RS256", kid: "key", typ: "JWT" })}.${part(claims)}`
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`
}

/** A browser at the issuer: follows redirects with its cookies until one leads back to `site`. */
export async function followSignIn(address: string, site: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = new URL(address)
  for (let step = 0; step < 10; step++) {
    if (url.origin === site) return url.pathname + url.search
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ")
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } })
    for (const set of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const next = reply.headers.get("location")
    if (!next) throw new Error(`the issuer stopped with ${reply.status}: ${await reply.text()}`)
    url = new URL(next, url)
  }
  throw new Error("the issuer redirects in circles")
}

/** For browser tests: `node testing-issuer.ts <redirect URI> <account as JSON>` prints the issuer's URL. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , redirectUri = "", account = ""] = process.argv
  const { url } = await openIssuer([redirectUri], JSON.parse(account) as Account)
  console.log(url)
}
