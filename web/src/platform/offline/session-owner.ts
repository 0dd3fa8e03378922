/** The value of the cookie that each sign-in sets anew. None where the server renders a page. */
export function session(): string | undefined {
  return /\bsigned_in=(\w+)/.exec(globalThis.document?.cookie)?.[1]
}

/** Stands for an account until the server has said whose session this is; null for a guest. */
export function sessionOwner(): string | null {
  const current = session()
  return current ? `session:${current}` : null
}
