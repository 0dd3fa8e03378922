import type { Language } from "@haitech/contract/languages"
import { useCallback, useEffect, useId, useState } from "react"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { canWorkOffline } from "#platform/offline/worker.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { OPEN_FILE_TEXTS, OpenFile } from "./open-file.tsx"
import { SAVE_STATE_TEXTS, SaveControls } from "./save-controls.tsx"
import { type SavedCourse, savedCourses } from "./saved-courses.ts"
import { useSavedCourse } from "./use-saved-course.ts"

export const SAVED_LIST_TEXTS = [
  ...SAVE_STATE_TEXTS,
  ...OPEN_FILE_TEXTS,
  "saved.loading",
  "saved.not_here",
  "saved.nothing_offline",
  "saved.nothing",
  "saved.try_again",
  "saved.open_courses",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof SAVED_LIST_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The address of this page: without a connection it stands in for any other page. */
  readonly page: string
  readonly coursesPage: string
  /** Verifies course files; not set on a development server, which signs none. */
  readonly fileKey?: string | undefined
}

/** Every course that is saved on this device. */
export function SavedList({ texts, language, page, coursesPage, fileKey }: Props) {
  const [courses, setCourses] = useState<readonly SavedCourse[] | null>(null)
  const reread = useCallback(() => void savedCourses().then(setCourses), [])
  useEffect(reread, [reread])
  if (!courses) return <p className="lead text-muted">{texts["saved.loading"]}</p>
  const isOffline = !navigator.onLine || location.pathname !== page
  return (
    <>
      {location.pathname !== page && (
        <div className="notice saved-notice" role="status">
          <p>{texts["saved.not_here"]}</p>
          <Button compact look="quiet" onClick={() => location.reload()}>
            {texts["saved.try_again"]}
          </Button>
        </div>
      )}
      {courses.length === 0 ? (
        <div className="saved-nothing">
          <p className="lead">{texts[isOffline ? "saved.nothing_offline" : "saved.nothing"]}</p>
          <p>
            <a className={buttonClass()} href={coursesPage}>
              {texts["saved.open_courses"]}
            </a>
          </p>
        </div>
      ) : (
        <ul className="saved-list">
          {courses.map((course) => (
            <SavedRow
              key={`${course.page} ${course.list.version}`}
              texts={texts}
              language={language}
              course={course}
              onRemoved={reread}
            />
          ))}
        </ul>
      )}
      {fileKey && canWorkOffline() && <OpenFile texts={texts} fileKey={fileKey} onOpened={reread} />}
    </>
  )
}

interface RowProps extends Pick<Props, "texts" | "language"> {
  readonly course: SavedCourse
  readonly onRemoved: () => void
}

function SavedRow({ texts, language, course, onRemoved }: RowProps) {
  const saving = useSavedCourse(course)
  const titleId = useId()
  const remove = async () => {
    await saving.remove()
    onRemoved()
  }
  return (
    <li className="card">
      <h2 id={titleId} lang={course.titleLanguage}>
        {course.title}
      </h2>
      <p>
        <a className={buttonClass("primary", true)} href={course.page} aria-describedby={titleId}>
          {texts["saved.open"]}
        </a>
      </p>
      <SaveControls
        texts={texts}
        language={language}
        saving={{ ...saving, remove }}
        page={course.page}
        lessons={lessonsOf(course)}
      />
    </li>
  )
}

function lessonsOf({ page, list }: SavedCourse): string[] {
  return list.files.map(({ address }) => address).filter((address) => address.startsWith(`${page}/`))
}
