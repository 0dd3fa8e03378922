export interface Rounds {
  /** Resolves at the end of a round that begins after the request. */
  request(): Promise<void>
  ended(): Promise<void>
}

/** Runs one round at a time. A running round may have read the data already, so new requests share the next one. */
export function createRounds(round: () => Promise<void>): Rounds {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    return round()
  }
  const request = (): Promise<void> => {
    next ??= last.catch(() => undefined).then(begin)
    last = next
    return next
  }
  return { request, ended: () => last }
}
