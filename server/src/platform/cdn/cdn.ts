export interface Cdn {
  /** Empties its caches. @throws {PermanentFailure} if it refuses; otherwise when it is unavailable */
  purge(): Promise<void>
}
