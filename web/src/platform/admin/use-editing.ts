import { useState } from "react"
import type { Records } from "./use-records.ts"

/** The record of a list that is being edited: one of its rows, or a new one. */
export function useEditing<Row extends { readonly id: string }>(records: Records<Row>) {
  const [target, setTarget] = useState<{ readonly record: Row | null } | null>(null)
  return {
    target,
    add: () => setTarget({ record: null }),
    /** Edits the open record by default. */
    edit(id: string | null = records.openId) {
      const record = records.rows.find((row) => row.id === id)
      if (record) setTarget({ record })
    },
    close: () => setTarget(null),
    saved(row: Row) {
      setTarget(null)
      records.open(row.id)
    },
  }
}
