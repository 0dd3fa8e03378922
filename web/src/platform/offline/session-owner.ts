/** The value of the cookie that each sign-in sets anew. */
export function session(): string | undefined {
  return /\bsigned_in=(\w+)/.exec(document.cookie)?.[1]
}

/** Stands for an account until the server has said whose session this is; null for a guest. */
export function sessionOwner(): string | null {
  const current = session()
  return current ? `session:${current}` : null
}
