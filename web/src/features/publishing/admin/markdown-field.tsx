import type { Language } from "@haitech/contract/languages"
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useRef,
} from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { ariaProps, FieldFrame, type FieldLabels } from "#ui/field-frame.tsx"
import { AdminArticle } from "./article.tsx"
import { usePictureUpload } from "./image-field.tsx"
import { applyChange, insertLink, prefixLines, wrapSelection } from "./markdown-actions.tsx"

interface Props extends FieldLabels {
  readonly name: string
  readonly value: string
  readonly onChange: (event: { readonly currentTarget: HTMLTextAreaElement }) => void
  readonly isOptional?: boolean
  /** Of an email, which has no pictures. */
  readonly email?: { readonly language: Language; readonly note: string; readonly preview: ReactNode }
}

export function AdminMarkdownField({ name, value, onChange, label, note, error, isOptional, email }: Props) {
  const { t } = useAdminApp()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const picture = useTextPicture(area)
  const actions = useActions(area)
  const onKeyDown = (event: KeyboardEvent) => {
    const action = (event.ctrlKey || event.metaKey) && actions.find(({ key }) => key === event.key.toLowerCase())
    if (!action || event.altKey || event.shiftKey) return
    event.preventDefault()
    action.run()
  }
  const shownError = picture.uploadError ?? error
  const pictures = !email && {
    onPaste: (event: ClipboardEvent) => picture.upload(event, event.clipboardData.files),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes("Files") && event.preventDefault(),
    onDrop: (event: DragEvent) => picture.upload(event, event.dataTransfer.files),
  }
  return (
    <div className="admin-writing">
      <FieldFrame id={id} label={label} note={note} error={shownError}>
        <Toolbar actions={actions} picture={email ? null : picture} />
        <textarea
          ref={area}
          className="control text-area"
          rows={14}
          required={!isOptional}
          {...ariaProps(id, shownError)}
          name={name}
          lang={email?.language}
          value={value}
          onChange={(event) => {
            picture.clearError()
            onChange(event)
          }}
          onKeyDown={onKeyDown}
          {...pictures}
        />
        <p className="small text-muted">{email?.note ?? t("admin.md_note")}</p>
      </FieldFrame>
      {email ? email.preview : <Preview text={value} />}
    </div>
  )
}

interface ToolbarProps {
  readonly actions: readonly ToolbarAction[]
  readonly picture: ReturnType<typeof useTextPicture> | null
}

function Toolbar({ actions, picture }: ToolbarProps) {
  const { t } = useAdminApp()
  return (
    <div className="admin-toolbar" role="group" aria-label={t("admin.md_tools")}>
      {actions.map(({ name, key, icon, run }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
          onClick={run}
        >
          {icon}
        </button>
      ))}
      {picture && <PictureTool picture={picture} />}
    </div>
  )
}

function PictureTool({ picture }: { readonly picture: ReturnType<typeof useTextPicture> }) {
  const { t } = useAdminApp()
  return (
    <>
      <button
        type="button"
        disabled={picture.isSending}
        aria-label={t("admin.md_image")}
        title={t("admin.md_image")}
        onClick={picture.choose}
      >
        <ToolIcon path="M4 5h16v14H4zm0 11 5-5 4 4 3-3 4 4M15 9v.1" />
      </button>
      {picture.fileInput}
      <span className="small text-muted" role="status">
        {picture.isSending && t("profile.picture_sending")}
      </span>
    </>
  )
}

function Preview({ text }: { readonly text: string }) {
  const { t } = useAdminApp()
  // Typing must not wait for a long preview.
  const deferredText = useDeferredValue(text)
  return (
    <section className="admin-preview" aria-label={t("admin.md_preview")}>
      <h3 className="small text-muted">{t("admin.md_preview")}</h3>
      {deferredText.trim() ? (
        <AdminArticle text={deferredText} />
      ) : (
        <p className="text-muted">{t("admin.md_nothing")}</p>
      )}
    </section>
  )
}

interface ToolbarAction {
  readonly name: string
  /** Shortcut with Ctrl or ⌘. */
  readonly key?: string
  readonly icon: ReactNode
  readonly run: () => void
}

function useActions(area: { readonly current: HTMLTextAreaElement | null }): readonly ToolbarAction[] {
  const { t } = useAdminApp()
  const apply = (createChange: Parameters<typeof applyChange>[1]) => () =>
    area.current && applyChange(area.current, createChange)
  const placeholder = t("admin.md_words")
  return [
    {
      name: t("admin.md_bold"),
      key: "b",
      icon: <ToolIcon path="M7 5v14h6.500a3.500 3.500 0 0 0 0-7H7m0-7h5.500a3.500 3.500 0 0 1 0 7" />,
      run: apply(wrapSelection("**", "**", placeholder)),
    },
    {
      name: t("admin.md_italic"),
      key: "i",
      icon: <ToolIcon path="M10 5h8M6 19h8m1-14-6 14" />,
      run: apply(wrapSelection("*", "*", placeholder)),
    },
    { name: t("admin.md_heading"), icon: <ToolIcon path="M6 5v14M18 5v14M6 12h12" />, run: apply(prefixLines("## ")) },
    {
      name: t("admin.md_list"),
      icon: <ToolIcon path="M4 6v.1M4 12v.1M4 18v.1M9 6h11M9 12h11M9 18h11" />,
      run: apply(prefixLines("- ")),
    },
    {
      name: t("admin.md_quote"),
      icon: <ToolIcon path="M10 7H5v6h5zv6q0 4-4 4M20 7h-5v6h5zv6q0 4-4 4" />,
      run: apply(prefixLines("> ")),
    },
    {
      name: t("admin.md_link"),
      key: "k",
      icon: (
        <ToolIcon path="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1m2 3.500a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1" />
      ),
      run: apply(insertLink(placeholder)),
    },
  ]
}

/** Uploads the pictures of an article, because pages only show pictures from this site. */
function useTextPicture(area: { readonly current: HTMLTextAreaElement | null }) {
  const { t } = useAdminApp()
  return usePictureUpload((address) => {
    if (area.current) applyChange(area.current, wrapSelection("![", `](${address})`, t("admin.md_image_words")))
  })
}

function ToolIcon({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
