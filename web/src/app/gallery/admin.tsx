import { useState } from "react"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BulkBar } from "#ui/bulk-bar.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { DetailPane } from "#ui/detail-pane.tsx"
import { KeysDialog } from "#ui/keys-dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { RecordList } from "#ui/record-list.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { Piece } from "./piece.tsx"

const TONES: readonly ChipTone[] = ["plain", "good", "wait", "bad", "info"]
const ROWS = [
  { id: "a", name: "Naïka Toussaint", line: "Kijan pou m chanje lang kou a?", isNew: true },
  { id: "b", name: "Kenley Baptiste", line: "When does the next class open?", isNew: false },
]

/** What only the office wears. */
export function Admin() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(["b"]))
  const [openId, setOpenId] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isOn, setOn] = useState(true)
  const [isBulk, setBulk] = useState(false)
  const [isGone, setGone] = useState(false)
  return (
    <div className="admin-swatch">
      <Piece name="Chips and signs">
        {TONES.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <AdminIcon name="mail" />
      </Piece>
      <Piece name="Records">
        <RecordList
          label="Messages"
          rows={ROWS}
          words={({ name, line, isNew }) => ({
            who: name,
            line,
            isNew,
            at: { short: "9:42", exact: "November 20, 2026, 9:42" },
            chip: isNew && <Chip tone="info">New</Chip>,
          })}
          openId={openId}
          onOpen={setOpenId}
          picking={{ picked, onPick: (id) => setPicked(new Set([id])), label: ({ name }) => `Select ${name}` }}
        />
        <DetailPane label="Details" back="Back to the list" onClose={() => setOpenId(null)}>
          {openId && <p>{ROWS.find(({ id }) => id === openId)?.line}</p>}
        </DetailPane>
      </Piece>
      <Piece name="Busy, and keeps the focus">
        <BusyButton isBusy>Refresh</BusyButton>
      </Piece>
      <Piece name="Load failed">
        <LoadFailed
          title="This could not be loaded."
          message="Please try again."
          retry="Try Again"
          onRetry={() => {}}
        />
      </Piece>
      <Piece name="Several at once">
        <Button onClick={() => setBulk(true)}>Select two</Button>
        {isBulk && (
          <BulkBar
            label="2 selected"
            actions={[
              { key: "e", label: "Mark as done", onAction: () => setBulk(false) },
              { key: "Delete", sign: "Del", label: "Delete", onAction: () => setBulk(false) },
            ]}
            clear="Clear selection"
            onClear={() => setBulk(false)}
          />
        )}
      </Piece>
      <Piece name="The way back from a deletion">
        <Button onClick={() => setGone(true)}>Delete</Button>
        <UndoBar
          of={isGone ? { id: "a", title: "Message deleted", about: "Naïka Toussaint. It can be undone." } : null}
          undo="Undo"
          isPending={false}
          onUndo={() => setGone(false)}
          onGone={() => setGone(false)}
        />
      </Piece>
      <Piece name="Keys">
        <Button onClick={() => setAsking(true)}>Keyboard shortcuts</Button>
        <KeysDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title="Keyboard shortcuts"
          closeLabel="Close"
          keys={[["J", "Next row"]]}
          toggle={{ label: "Use single keys", isOn, onChange: setOn }}
        />
      </Piece>
    </div>
  )
}
