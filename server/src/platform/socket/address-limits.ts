import type { Duplex } from "node:stream"

/** High, because learners share the addresses of their mobile carriers. */
const MAX_OPEN = 100
/** Upgrade requests between two heartbeats; after a restart all clients reconnect at once. */
const MAX_UPGRADES = 300

export function createAddressLimits() {
  const open = new Map<string, number>()
  const upgrades = new Map<string, number>()

  function changeOpen(subject: string, change: number): void {
    const sockets = (open.get(subject) ?? 0) + change
    if (sockets > 0) open.set(subject, sockets)
    else open.delete(subject)
  }

  return {
    /** Counts an upgrade request; returns whether it may open a socket. */
    allowsUpgrade(subject: string): boolean {
      const requests = (upgrades.get(subject) ?? 0) + 1
      upgrades.set(subject, requests)
      return requests <= MAX_UPGRADES && (open.get(subject) ?? 0) < MAX_OPEN
    },
    countOpen(subject: string, stream: Duplex): void {
      changeOpen(subject, 1)
      stream.once("close", () => changeOpen(subject, -1))
    },
    resetUpgrades: () => upgrades.clear(),
  }
}
