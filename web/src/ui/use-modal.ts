import { type RefObject, type SyntheticEvent, useEffect, useRef } from "react"

interface Modal {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
}

/** Opens and closes a dialog as `isOpen` says, and calls `hide` when the user closes it (Escape, close button). */
export function useModal(isOpen: boolean, hide: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isOpen) ref.current?.close()
    else if (!ref.current?.open) ref.current?.showModal()
  }, [isOpen])
  return {
    ref,
    // At Escape the focus returns before the event of the closed dialog: who asks for it again must find it hidden.
    onCancel: ({ target, currentTarget }) => {
      if (target === currentTarget) hide()
    },
    onClose: ({ currentTarget }) => {
      // The event arrives later: by then the dialog may be open again with other content.
      if (!currentTarget.open) hide()
    },
  }
}
