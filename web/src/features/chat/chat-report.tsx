import { type FormEvent, useEffect, useRef, useState } from "react"
import { CallFailed } from "#platform/http/request.ts"
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

type Progress = { readonly state: "open" | "sending" | "sent" } | { readonly state: "wrong"; readonly why: string }

/** The form that reports a conversation to the administrators. It replaces the composer. */
export function ChatReport({ texts, length, send, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [progress, setProgress] = useState<Progress>({ state: "open" })
  const { state } = progress
  // Every change of state moves the focus to the field or to the close button.
  useEffect(() => form.current?.querySelector<HTMLElement>("textarea, [data-done]")?.focus(), [progress])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim()
    if (state === "sending") return
    if (!reason) return setProgress({ state: "wrong", why: texts["field.reason.required"] })
    setProgress({ state: "sending" })
    try {
      await send(reason)
      setProgress({ state: "sent" })
    } catch (failure) {
      const message = failure instanceof CallFailed ? failure.problem?.message : undefined
      setProgress({ state: "wrong", why: message ?? texts["chat.report_failed"] })
    }
  }
  const error = progress.state === "wrong" ? progress.why : undefined
  const id = "chat-reason"
  return (
    <form ref={form} className="chat-form" noValidate onSubmit={(event) => void submit(event)}>
      {state === "sent" ? (
        <p role="status">{texts["chat.reported"]}</p>
      ) : (
        <FieldFrame id={id} label={texts["chat.reason"]} note={undefined} error={error}>
          <textarea
            className="control"
            name="reason"
            rows={2}
            maxLength={length}
            onInput={() => error && setProgress({ state: "open" })}
            {...ariaProps(id, error)}
          />
        </FieldFrame>
      )}
      <div className="chat-acts">
        {state !== "sent" && (
          <Button type="submit" compact disabled={state === "sending"}>
            {texts["chat.send_it"]}
          </Button>
        )}
        <Button
          look="quiet"
          compact
          data-done=""
          onClick={({ currentTarget }) => {
            focusMessages(currentTarget)
            onDone()
          }}
        >
          {texts[state === "sent" ? "dialog.close" : "chat.cancel"]}
        </Button>
      </div>
    </form>
  )
}
