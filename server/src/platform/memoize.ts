/** Made when it is first asked for, and kept. For what a start need not wait for, and many servers never need. */
export function memoize<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
