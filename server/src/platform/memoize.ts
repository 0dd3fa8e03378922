/** Creates a value at the first call and reuses it, for values that the start need not wait for. */
export function memoize<Value>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
