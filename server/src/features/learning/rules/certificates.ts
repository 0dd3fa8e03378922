/** The first name and the initial of the last one: what the public may know of a minor. */
export function shortNameOf(name: string): string {
  const [first = "", ...others] = name.split(/\s+/).filter(Boolean)
  const initial = [...(others.at(-1) ?? "")][0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
