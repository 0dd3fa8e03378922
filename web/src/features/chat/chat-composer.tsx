import { type FormEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import type { ChatTexts } from "#platform/chat-texts.ts"
import { Field } from "#ui/field.tsx"
import { FieldFrame, wiring } from "#ui/field-frame.tsx"
import { ChatNotice } from "./chat-notice.tsx"
import type { PanelProps } from "./chat-panel.tsx"
import type { Chat, ChatView, Typed } from "./state.ts"

interface Props extends Pick<PanelProps, "texts" | "lengths"> {
  readonly chat: Chat
  readonly view: ChatView
}

const WRONG = {
  name: "field.name.required",
  email: "field.email.invalid",
  message: "field.message.required",
} as const satisfies Record<keyof Typed, keyof ChatTexts>

/** The form under the messages. What is typed is kept at once; Enter makes a new line, with Ctrl or ⌘ it sends. */
export function ChatComposer({ texts, lengths, chat, view }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<readonly (keyof Typed)[]>([])
  useTyped(form, view.typed, chat)
  const isKnown = view.entries.length > 0
  const errorOf = (field: keyof Typed) => (wrong.includes(field) ? texts[wrongWith(field, view.typed)] : undefined)

  function send(): void {
    const found = chat.send()
    setWrong(found)
    const [first = "message"] = found
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const { name, value } = target as HTMLInputElement
    chat.type(name as keyof Typed, value)
    setWrong((before) => before.filter((field) => field !== name))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      ref={form}
      className={isKnown ? "chat-form chat-known" : "chat-form"}
      noValidate
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ChatNotice texts={texts} notice={view.notice} onDismiss={chat.dismiss} />
      <div className="chat-whom">
        <Field
          label={texts["chat.name"]}
          name="name"
          required
          maxLength={lengths.name}
          autoComplete="name"
          placeholder={isKnown ? texts["chat.name"] : undefined}
          error={errorOf("name")}
        />
        <Field
          label={texts["chat.email"]}
          note={texts["form.optional"]}
          name="email"
          type="email"
          maxLength={lengths.email}
          autoComplete="email"
          placeholder={isKnown ? texts["chat.email"] : undefined}
          error={errorOf("email")}
        />
      </div>
      <Message texts={texts} isKnown={isKnown} error={errorOf("message")} />
    </form>
  )
}

/** A message that is there and wrong is too long. */
function wrongWith(field: keyof Typed, { message }: Typed): keyof ChatTexts {
  return field === "message" && message.trim() ? "field.chat_message.too_long" : WRONG[field]
}

interface MessageProps extends Pick<Props, "texts"> {
  readonly isKnown: boolean
  readonly error: string | undefined
}

function Message({ texts, isKnown, error }: MessageProps) {
  const id = "chat-message"
  return (
    <div className="chat-write">
      <FieldFrame id={id} label={texts["chat.message"]} note={undefined} error={error}>
        <textarea
          className="control"
          name="message"
          rows={1}
          required
          // No limit in the field: a browser would cut off what is pasted without a word.
          placeholder={isKnown ? texts["chat.message"] : undefined}
          {...wiring(id, error)}
        />
      </FieldFrame>
      <button type="submit" className="button chat-send" aria-label={texts["chat.send"]} title={texts["chat.send"]}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12 3 4l18 8-18 8zm0 0h8" />
        </svg>
      </button>
    </div>
  )
}

/** The fields show what is kept, unless somebody typed before this was awake: that counts, and is kept. */
function useTyped(form: RefObject<HTMLFormElement | null>, typed: Typed, chat: Chat): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement>("[name]") ?? []) {
      const kept = typed[field.name as keyof Typed]
      if (field.value === kept) continue
      if (isFirst.current && field.value) chat.type(field.name as keyof Typed, field.value)
      else field.value = kept
    }
    isFirst.current = false
  }, [form, typed, chat])
}
