import { useEffect, useRef } from "react"
import { refusal } from "#platform/forms/forms.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Button } from "#ui/button.tsx"
import { ariaProps, FieldFrame } from "#ui/field-frame.tsx"
import type { ChatTexts } from "./texts.ts"
import { focusMessages } from "./use-opening.tsx"

interface Props {
  readonly texts: ChatTexts
  readonly length: number
  readonly send: (reason: string) => Promise<unknown>
  readonly onDone: () => void
}

const ID = "chat-reason"

/** The form that reports a conversation to the administrators. It replaces the composer. */
export function ChatReport({ texts, length, send, onDone }: Props) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => reason.current?.focus(), [])
  const { form, result, isSending, errors } = useFormSubmit({
    async send(input) {
      const text = String(input.get("reason")).trim()
      if (!text) return { state: "invalid", texts: { reason: texts["field.reason.required"] } }
      // The disabled button loses the focus.
      reason.current?.focus()
      try {
        return { state: "sent", body: await send(text) }
      } catch (failure) {
        return { state: "invalid", texts: { reason: refusal(failure).message ?? texts["chat.report_failed"] } }
      }
    },
    onResult: ({ state }) => state === "sent" && close.current?.focus(),
  })
  const isSent = result?.state === "sent"
  const error = errors["reason"]
  return (
    <form className="chat-form" {...form}>
      {isSent ? (
        <p role="status">{texts["chat.reported"]}</p>
      ) : (
        <FieldFrame id={ID} label={texts["chat.reason"]} error={error}>
          <textarea
            ref={reason}
            className="control"
            name="reason"
            rows={2}
            maxLength={length}
            {...ariaProps(ID, error)}
          />
        </FieldFrame>
      )}
      <div className="chat-acts">
        {!isSent && (
          <Button type="submit" compact disabled={isSending}>
            {texts["chat.send_it"]}
          </Button>
        )}
        <Button
          ref={close}
          look="quiet"
          compact
          onClick={({ currentTarget }) => {
            focusMessages(currentTarget)
            onDone()
          }}
        >
          {texts[isSent ? "dialog.close" : "chat.cancel"]}
        </Button>
      </div>
    </form>
  )
}
