import { Checkbox } from "./choice.tsx"
import { Dialog } from "./dialog.tsx"
import { useModal } from "./use-modal.ts"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly closeLabel: string
  readonly keys: readonly (readonly [key: string, label: string])[]
  /** Turns single-key shortcuts on and off (WCAG 2.1.4). */
  readonly toggle: { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }
}

export function KeysDialog({ isOpen, onClose, title, closeLabel, keys, toggle }: Props) {
  return (
    <Dialog id="keys" title={title} closeLabel={closeLabel} {...useModal(isOpen, onClose)}>
      <dl className="admin-keys">
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={toggle.label}
        defaultChecked={toggle.isOn}
        onChange={({ currentTarget }) => toggle.onChange(currentTarget.checked)}
      />
    </Dialog>
  )
}
