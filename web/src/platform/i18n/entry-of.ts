/** The entry of a value of the server, which may be one of a newer release. */
export function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, value: string): Entry | undefined {
  return Object.hasOwn(entries, value) ? entries[value] : undefined
}
