import type { WebVitals } from "@haitech/contract/web-vitals"

/** Counts in memory; a flood of visits is a few writes a minute. */
export interface VitalsCounter {
  /** @throws {Problem} `rate.limited` */
  add(visit: WebVitals, address: string): void
  /** Stores what was counted; after a failure it stays counted. */
  flush(): Promise<void>
}
