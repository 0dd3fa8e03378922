import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useRef,
} from "react"
import { useAdminApp } from "#platform/app.tsx"
import { ariaProps, FieldFrame, type FieldLabels } from "#ui/field-frame.tsx"
import { AdminArticle } from "./admin-article.tsx"
import { PICTURE_TYPES, usePictureUpload } from "./admin-image-field.tsx"
import { around, before, change, link } from "./markdown-actions.tsx"

interface Props extends FieldLabels {
  readonly name: string
  readonly value: string
  readonly onChange: (event: { readonly currentTarget: HTMLTextAreaElement }) => void
}

/** An article in markdown, and beside it what readers will see. */
export function AdminMarkdownField({ name, value, onChange, label, note, error }: Props) {
  const { t } = useAdminApp()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const shown = useDeferredValue(value)
  const picture = useTextPicture(area)
  const actions = useActions(area)
  const press = (event: KeyboardEvent) => {
    const act = (event.ctrlKey || event.metaKey) && actions.find(({ key }) => key === event.key.toLowerCase())
    if (!act || event.altKey || event.shiftKey) return
    event.preventDefault()
    act.act()
  }
  const wrong = picture.refused ?? error
  return (
    <div className="admin-writing">
      <FieldFrame id={id} label={label} note={note} error={wrong}>
        <div className="admin-toolbar" role="group" aria-label={t("admin.md_tools")}>
          {actions.map(({ name: called, key, sign, act }) => (
            <button
              key={called}
              type="button"
              aria-label={called}
              title={key ? `${called} (Ctrl+${key.toUpperCase()})` : called}
              onClick={act}
            >
              {sign}
            </button>
          ))}
          <button
            type="button"
            disabled={picture.isSending}
            aria-label={t("admin.md_image")}
            title={t("admin.md_image")}
            onClick={picture.choose}
          >
            <Drawn path="M4 5h16v14H4zm0 11 5-5 4 4 3-3 4 4M15 9v.1" />
          </button>
          {picture.input}
          <span className="small text-muted" role="status">
            {picture.isSending && t("profile.picture_sending")}
          </span>
        </div>
        <textarea
          ref={area}
          className="control text-area"
          rows={14}
          required
          {...ariaProps(id, wrong)}
          name={name}
          value={value}
          onChange={(event) => {
            picture.forgive()
            onChange(event)
          }}
          onKeyDown={press}
          onPaste={(event) => picture.take(event, event.clipboardData.files)}
          onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
          onDrop={(event) => picture.take(event, event.dataTransfer.files)}
        />
        <p className="small text-muted">{t("admin.md_note")}</p>
      </FieldFrame>
      <section className="admin-preview" aria-label={t("admin.md_preview")}>
        <h3 className="small text-muted">{t("admin.md_preview")}</h3>
        {shown.trim() ? <AdminArticle text={shown} /> : <p className="text-muted">{t("admin.md_nothing")}</p>}
      </section>
    </div>
  )
}

interface Act {
  readonly name: string
  /** With Ctrl, or ⌘. */
  readonly key?: string
  readonly sign: ReactNode
  readonly act: () => void
}

function useActions(area: { readonly current: HTMLTextAreaElement | null }): readonly Act[] {
  const { t } = useAdminApp()
  const by = (of: Parameters<typeof change>[1]) => () => area.current && change(area.current, of)
  const words = t("admin.md_words")
  return [
    {
      name: t("admin.md_bold"),
      key: "b",
      sign: <Drawn path="M7 5v14h6.500a3.500 3.500 0 0 0 0-7H7m0-7h5.500a3.500 3.500 0 0 1 0 7" />,
      act: by(around("**", "**", words)),
    },
    {
      name: t("admin.md_italic"),
      key: "i",
      sign: <Drawn path="M10 5h8M6 19h8m1-14-6 14" />,
      act: by(around("*", "*", words)),
    },
    { name: t("admin.md_heading"), sign: <Drawn path="M6 5v14M18 5v14M6 12h12" />, act: by(before("## ")) },
    {
      name: t("admin.md_list"),
      sign: <Drawn path="M4 6v.1M4 12v.1M4 18v.1M9 6h11M9 12h11M9 18h11" />,
      act: by(before("- ")),
    },
    {
      name: t("admin.md_quote"),
      sign: <Drawn path="M10 7H5v6h5zv6q0 4-4 4M20 7h-5v6h5zv6q0 4-4 4" />,
      act: by(before("> ")),
    },
    {
      name: t("admin.md_link"),
      key: "k",
      sign: <Drawn path="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 3.500a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1" />,
      act: by(link(words)),
    },
  ]
}

/** Pictures of a text are uploaded, since readers are shown this site's own only. */
function useTextPicture(area: { readonly current: HTMLTextAreaElement | null }) {
  const { t } = useAdminApp()
  const input = useRef<HTMLInputElement>(null)
  const { send, isSending, refused, forgive } = usePictureUpload((address) => {
    if (area.current) change(area.current, around("![", `](${address})`, t("admin.md_image_words")))
  })
  return {
    isSending,
    refused,
    forgive,
    choose: () => input.current?.click(),
    take(event: ClipboardEvent | DragEvent, files: FileList) {
      if (files.length === 0) return
      event.preventDefault()
      send(files[0])
    },
    input: (
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_TYPES.join()}
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0])
          currentTarget.value = ""
        }}
      />
    ),
  }
}

function Drawn({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
