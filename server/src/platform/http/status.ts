import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import { SERVICES, type ServiceName, type ServiceStatus, type SiteStatus } from "@haitech/contract/status"
import type { FastifyInstance } from "fastify"
import { memoizeFor } from "#platform/memoize.ts"
import type { ServiceWatch } from "#platform/service-watch.ts"
import { languageFrom } from "./language.ts"
import type { Pages } from "./pages.ts"

export type WatchedServices = Readonly<Partial<Record<Exclude<ServiceName, "site">, ServiceWatch>>>

const NOTICE_MS = 5_000
const NOTICE_LENGTH = 1000

/** `/status` and `/status.json`: what this process knows already, without a query or a call to a provider. */
export function mountStatus(
  app: FastifyInstance,
  pages: Pick<Pages, "renderOnDemand">,
  { services, dataDir }: { readonly services: WatchedServices; readonly dataDir: string },
): void {
  const notices = new Map(LANGUAGES.map((language) => [language, noticeReader(dataDir, language)]))
  const read = async (language: Language): Promise<SiteStatus> => ({
    services: statusOf(services),
    notice: (await notices.get(language)?.()) ?? null,
  })
  app.get("/status.json", async (request, reply) =>
    reply.header("cache-control", "no-store").send(await read(languageFrom(request.headers["accept-language"]))),
  )
  pages.renderOnDemand("/status", async (rest, language) => (rest === "" ? { status: await read(language) } : null), {
    cacheControl: "no-store",
  })
}

function statusOf(services: WatchedServices): ServiceStatus[] {
  const since = services.database?.state().since ?? null
  const site = { state: since ? "limited" : "working", since } as const
  return SERVICES.flatMap((name): ServiceStatus[] => {
    const seen = name === "site" ? site : services[name]?.state()
    return seen ? [{ name, state: seen.state, since: seen.since?.toISOString() ?? null }] : []
  })
}

/** The operator's words: `notice.fr.txt` for readers of French, `notice.txt` for all others. */
function noticeReader(dataDir: string, language: Language): () => Promise<string | null> {
  const textOf = async (file: string) => {
    const text = await readFile(join(dataDir, file), "utf8").catch(() => "")
    return text.trim().slice(0, NOTICE_LENGTH)
  }
  return memoizeFor(
    NOTICE_MS,
    async () => (await textOf(`notice.${language}.txt`)) || (await textOf("notice.txt")) || null,
  )
}
