import { useRef, useState } from "react"

export interface BulkAction {
  readonly key: string
  /** The label of the key, if it is not a character. */
  readonly sign?: string
  readonly label: string
  /** Returns the ids of the finished records, which are then deselected. */
  readonly run: (ids: readonly string[]) => Promise<readonly string[]>
}

export type RunOn = ReturnType<typeof useSelection>["runOn"]

/** Marks the open record, whose id is not known here, as busy. */
const OPEN_RECORD = ""

/** Rows that are no longer listed are deselected. */
export function useSelection(rows: readonly { readonly id: string }[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const busy = useRef(new Set<string>())
  const picked = new Set(rows.filter(({ id }) => ids.has(id)).map(({ id }) => id))
  return {
    picked,
    pick: (id: string) =>
      setIds(picked.has(id) ? new Set([...picked].filter((other) => other !== id)) : new Set([...picked, id])),
    clear: () => setIds(new Set()),
    async runOn({ run }: BulkAction, chosen: readonly string[]) {
      const targets = chosen.length > 0 ? chosen : [OPEN_RECORD]
      if (targets.some((id) => busy.current.has(id))) return
      for (const id of targets) busy.current.add(id)
      const done = await run(chosen)
      for (const id of targets) busy.current.delete(id)
      setIds((before) => new Set([...before].filter((id) => !done.includes(id))))
    },
  }
}
