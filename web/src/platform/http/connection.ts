/** A connection that brings no byte for this long counts as lost: it may stall without an error. */
const STALL_MS = 20_000

/** Of several downloads: over HTTP/2 one may get nothing while another gets all. */
export interface Connection {
  readonly signal: AbortSignal
  /** @throws the reason of the signal when it is aborted meanwhile, also if `load` does not end then */
  wait<T>(load: () => Promise<T>): Promise<T>
  /** To be called with each part that arrives. */
  readonly onPart: () => void
}

/** Aborts the controller with what fetch throws without a network once nothing has arrived for `STALL_MS` of waiting. */
export function createConnection(controller: AbortController): Connection {
  const { signal } = controller
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  let waiting = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    if (waiting > 0) timer = setTimeout(() => controller.abort(new TypeError("the connection stalls")), STALL_MS)
  }
  return {
    signal,
    async wait(load) {
      signal.throwIfAborted()
      waiting++
      restart()
      try {
        return await Promise.race([load(), aborted])
      } finally {
        waiting--
        restart()
      }
    },
    onPart: restart,
  }
}
