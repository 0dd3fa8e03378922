import type { Language } from "@haitech/contract/languages"
import type { PageRecords, Pages } from "#platform/http/pages.ts"

type Capture = Pick<Pages, "show" | "revalidate" | "renderOnDemand" | "listFiles"> & {
  /** What the page at `path` shows now; null where there is no page. */
  recordsOf(path: string, language?: Language): Promise<PageRecords | null>
}

/** Stores the records of pages instead of rendering them. */
export function capturePages(): Capture {
  const revalidated = new Map<string, Parameters<Pages["revalidate"]>[1]>()
  const onDemand = new Map<string, Parameters<Pages["renderOnDemand"]>[1]>()
  return {
    show: async () => undefined,
    revalidate: async (path, records) => void revalidated.set(path, records),
    renderOnDemand: (path, records) => void onDemand.set(path, records),
    listFiles: () => undefined,
    async recordsOf(path, language = "en") {
      const records = revalidated.get(path)
      if (records) return records(language)
      const [prefix = "", below] = [...onDemand].find(([start]) => path.startsWith(start)) ?? []
      return (await below?.(path.slice(prefix.length), language)) ?? null
    },
  }
}
