import { useState } from "react"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { BulkBar } from "#ui/bulk-bar.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { Conflict } from "#ui/conflict.tsx"
import { DetailPane } from "#ui/detail-pane.tsx"
import { EditDialog } from "#ui/edit-dialog.tsx"
import { Field } from "#ui/field.tsx"
import { FilterMenu } from "#ui/filter-menu.tsx"
import { KeysDialog } from "#ui/keys-dialog.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { RecordList } from "#ui/record-list.tsx"
import { ToolButton } from "#ui/tool-button.tsx"
import { UndoBar } from "#ui/undo-bar.tsx"
import { Piece } from "./piece.tsx"

const TONES: readonly ChipTone[] = ["plain", "good", "wait", "bad", "info"]
const ROWS = [
  { id: "a", name: "Naïka Toussaint", text: "Kijan pou m chanje lang kou a?", isNew: true },
  { id: "b", name: "Kenley Baptiste", text: "When does the next class open?", isNew: false },
]

const CONFLICT_TEXTS = {
  title: "Somebody else has changed this",
  about: "Choose which version stays.",
  field: "Field",
  mine: "Yours",
  theirs: "Theirs",
  keepMine: "Save mine",
  takeTheirs: "Take theirs",
  empty: "(empty)",
}

const EDIT_TEXTS = {
  conflict: CONFLICT_TEXTS,
  close: "Close",
  save: "Save",
  saving: "Saving…",
  cancel: "Cancel",
  restored: "What you typed before is here again.",
  discard: "Discard it",
  question: "Leave without saving?",
  stay: "Keep writing",
  leave: "Leave without saving",
}

export function Admin() {
  const [isKeysOpen, setKeysOpen] = useState(false)
  const [isOn, setOn] = useState(true)
  const [isDeleted, setDeleted] = useState(false)
  return (
    <div className="admin-swatch">
      <Piece name="Chips and icons">
        {TONES.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <AdminIcon name="mail" />
      </Piece>
      <Records />
      <Piece name="Tools">
        <ToolButton icon="mail" label="Write" />
        <FilterMenu label="Filters" count={1}>
          <Chip tone="info">New</Chip>
        </FilterMenu>
      </Piece>
      <Piece name="Busy button">
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
      <BulkActions />
      <TwoVersions />
      <Editing />
      <Piece name="Undo bar">
        <Button onClick={() => setDeleted(true)}>Delete</Button>
        <UndoBar
          of={isDeleted ? { id: "a", title: "Message deleted", about: "Naïka Toussaint. It can be undone." } : null}
          undo="Undo"
          isPending={false}
          onUndo={() => setDeleted(false)}
          onGone={() => setDeleted(false)}
        />
      </Piece>
      <Piece name="Keys">
        <Button onClick={() => setKeysOpen(true)}>Keyboard shortcuts</Button>
        <KeysDialog
          isOpen={isKeysOpen}
          onClose={() => setKeysOpen(false)}
          title="Keyboard shortcuts"
          closeLabel="Close"
          keys={[["J", "Next row"]]}
          toggle={{ label: "Use single keys", isOn, onChange: setOn }}
        />
      </Piece>
    </div>
  )
}

function Records() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(["b"]))
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Piece name="Records">
      <RecordList
        label="Messages"
        rows={ROWS}
        summaryOf={({ name, text, isNew }) => ({
          who: name,
          line: text,
          isNew,
          at: { short: "9:42", exact: "November 20, 2026, 9:42" },
          chip: isNew && <Chip tone="info">New</Chip>,
        })}
        openId={openId}
        onOpen={setOpenId}
        picking={{ picked, onPick: (id) => setPicked(new Set([id])), label: ({ name }) => `Select ${name}` }}
      />
      <DetailPane empty={null} label="Details" back="Back to the list" onClose={() => setOpenId(null)}>
        {openId && <p>{ROWS.find(({ id }) => id === openId)?.text}</p>}
      </DetailPane>
    </Piece>
  )
}

function BulkActions() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Piece name="Bulk actions">
      <Button onClick={() => setOpen(true)}>Select two</Button>
      {isOpen && (
        <BulkBar
          label="2 selected"
          actions={[
            { key: "e", label: "Mark as done", onAction: () => setOpen(false) },
            { key: "Delete", sign: "Del", label: "Delete", onAction: () => setOpen(false) },
          ]}
          clear="Clear selection"
          onClear={() => setOpen(false)}
        />
      )}
    </Piece>
  )
}

function TwoVersions() {
  return (
    <Piece name="Conflict">
      <Conflict
        texts={CONFLICT_TEXTS}
        labels={{ title: "Title", excerpt: "Excerpt" }}
        mine={{ title: "Learning in Kreyòl", excerpt: "Why it helps." }}
        theirs={{ title: "Learn in Kreyòl", excerpt: "Why it helps." }}
        keepMine={() => {}}
        takeTheirs={() => {}}
      />
    </Piece>
  )
}

function Editing() {
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState("Learning in Kreyòl")
  const close = () => setOpen(false)
  return (
    <Piece name="Edit dialog">
      <Button onClick={() => setOpen(true)}>Edit an article</Button>
      {isOpen && (
        <EditDialog
          title="Edit an article"
          texts={EDIT_TEXTS}
          labels={{ title: "Title" }}
          editor={{
            form: { action: close },
            values: { title },
            isDirty: true,
            isSending: false,
            wasRestored: true,
            conflict: null,
            discard: () => setTitle(""),
            forget: () => {},
          }}
          onClose={close}
        >
          <Field label="Title" value={title} onChange={({ currentTarget }) => setTitle(currentTarget.value)} />
        </EditDialog>
      )}
    </Piece>
  )
}
