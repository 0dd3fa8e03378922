/** Reads a value at the first call, and again when it is older than `ms`. */
export function memoizeFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let latest: { readonly value: Promise<Value>; readonly at: number } | undefined
  return () => {
    const at = performance.now()
    if (!latest || at - latest.at > ms) latest = { value: read(), at }
    return latest.value
  }
}

/** Creates a value at the first call and reuses it, for values that the start need not wait for. */
export function memoize<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
