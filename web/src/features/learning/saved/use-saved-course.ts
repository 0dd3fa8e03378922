import type { PageFiles } from "@haitech/contract/pages"
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { backoff } from "#platform/http/backoff.ts"
import { createConnection } from "#platform/http/connection.ts"
import { CallFailed } from "#platform/http/request.ts"
import { savesData } from "#platform/offline/saves-data.ts"
import { canWorkOffline, startWorker } from "#platform/offline/worker.ts"
import { lostFiles, missingFiles, type Progress } from "./save-files.ts"
import {
  fetchList,
  pause,
  pauseUpdate,
  removeCourse,
  type SavedCourse,
  saveCourse,
  savedCourse,
} from "./saved-courses.ts"

const MAX_FAILURES = 5

export type SaveFailure = "offline" | "full" | "failed"

/** Sizes are bytes as they are sent. */
export type SaveState =
  | { readonly kind: "unknown" | "unsupported" }
  /** Not saved: `bytes` are to be fetched, `free` may be unknown. */
  | { readonly kind: "open"; readonly bytes: number; readonly free: number | null }
  | { readonly kind: "saving"; readonly progress: Progress | null }
  /** `isStarted`: some of it is on the device, and `left` is not. */
  | {
      readonly kind: "stopped"
      readonly isStarted: boolean
      readonly isUpdating: boolean
      readonly left: number
      readonly failure: SaveFailure | null
    }
  /** `update` are the bytes of a newer version, `lost` those that the browser deleted; it may, unless `isLasting`. */
  | {
      readonly kind: "saved"
      readonly bytes: number
      readonly update: number
      readonly lost: number
      readonly isLasting: boolean
    }

export type CourseToSave = Pick<SavedCourse, "page" | "title" | "titleLanguage">

/** One course on this device. `failure` of the last attempt counts until the next one. */
export function useSavedCourse(course: CourseToSave) {
  const [state, setState] = useState<SaveState>({ kind: "unknown" })
  const saving = useRef<AbortController | null>(null)
  /** Aborted once what it finds out is no longer true. */
  const checking = useRef<AbortController | null>(null)
  /** How often in a row the connection was lost before a file arrived. */
  const losses = useRef(0)
  const { page, title, titleLanguage } = course

  async function save() {
    if (saving.current) return
    const controller = new AbortController()
    saving.current = controller
    checking.current?.abort()
    setState({ kind: "saving", progress: null })
    let isFirst = true
    const show = (progress: Progress) => {
      if (!isFirst) losses.current = 0
      isFirst = false
      if (saving.current === controller) setState({ kind: "saving", progress })
    }
    const failure = await attempt({ page, title, titleLanguage }, show, controller)
    saving.current = null
    // After a failure other files are still on their way.
    controller.abort()
    setState(await readState(page, failure))
  }

  async function check() {
    if (saving.current) return
    checking.current?.abort()
    const { signal } = (checking.current = new AbortController())
    for await (const found of findStates(page, signal)) {
      if (signal.aborted) return
      setState(found)
      if (isToUpdate(found) && navigator.onLine && !savesData()) return save()
    }
  }

  const onOnline = useEffectEvent(() => void (isCutOff(state) ? save() : check()))
  useEffect(() => {
    const listener = () => onOnline()
    listener()
    addEventListener("online", listener)
    return () => {
      removeEventListener("online", listener)
      checking.current?.abort()
      saving.current?.abort()
    }
  }, [page])
  useRetry(state, losses, save)

  return {
    state,
    save,
    check,
    async stop() {
      saving.current?.abort()
      await pauseUpdate(page)
    },
    async remove() {
      // Or the next retry would save it again.
      setState((before) => (before.kind === "stopped" ? { ...before, failure: null } : before))
      await removeCourse(page)
      await check()
    },
  }
}

/** @returns why it ended before all was saved; null for a pause */
async function attempt(
  course: CourseToSave,
  onProgress: (progress: Progress) => void,
  controller: AbortController,
): Promise<SaveFailure | null> {
  const { signal } = controller
  const connection = createConnection(controller)
  try {
    await connection.wait(startWorker)
    // Asked for at the moment at which somebody wants it; a browser may refuse it.
    await navigator.storage?.persist?.()
    await saveCourse(course, onProgress, connection)
    return null
  } catch (error) {
    return failureOf(signal.aborted ? signal.reason : error)
  }
}

/** Saving goes on by itself, after a pause that grows with each loss in a row. */
function useRetry(state: SaveState, losses: RefObject<number>, save: () => Promise<void>) {
  const retry = useEffectEvent(() => void save())
  useEffect(() => {
    // Where the browser knows that it is offline, it also says when it no longer is.
    if (!isCutOff(state) || !navigator.onLine) return
    const timer = setTimeout(() => retry(), backoff(losses.current++))
    return () => clearTimeout(timer)
  }, [state, losses])
}

function isToUpdate(state: SaveState): boolean {
  return state.kind === "stopped" ? state.isUpdating : state.kind === "saved" && state.update > 0
}

const isCutOff = (state: SaveState) => state.kind === "stopped" && state.failure === "offline"

async function readState(page: string, failure: SaveFailure | null): Promise<SaveState> {
  if (!canWorkOffline()) return { kind: "unsupported" }
  const course = await savedCourse(page)
  if (!course)
    return failure ? { kind: "stopped", isStarted: false, isUpdating: false, left: 0, failure } : { kind: "unknown" }
  const left = sizeOf(await missingFiles(course.list.files))
  if (!course.isComplete)
    return { kind: "stopped", isStarted: true, isUpdating: course.isUpdating ?? false, left, failure }
  const lost = sizeOf(await lostFiles(course.list.files))
  const isLasting = (await navigator.storage?.persisted?.()) ?? false
  return { kind: "saved", bytes: sizeOf(course.list.files), update: 0, lost, isLasting }
}

/** What the device knows, then what the server says, then what the browser takes its time for. */
async function* findStates(page: string, signal: AbortSignal): AsyncGenerator<SaveState> {
  const before = await readState(page, null)
  yield before
  const checked = await checkNewest(page, before, signal)
  yield checked
  if (checked.kind === "open") yield { ...checked, free: await freeSpace() }
}

/** Asks the server only where that is worth its bytes: for the size of what is not saved, and for a newer version. */
async function checkNewest(page: string, before: SaveState, signal: AbortSignal): Promise<SaveState> {
  const isWorthIt = before.kind === "unknown" ? !savesData() : before.kind === "saved" && before.lost === 0
  if (!isWorthIt || !navigator.onLine) return before
  try {
    const list = await fetchNewest(page, signal)
    const bytes = sizeOf(await missingFiles(list.files))
    return before.kind === "saved" ? { ...before, update: bytes } : { kind: "open", bytes, free: null }
  } catch {
    return before
  }
}

/** A connection may fail while the browser stays online: it tries again, some times. @throws what `fetchList` throws */
async function fetchNewest(page: string, signal: AbortSignal, failures = 0): Promise<PageFiles> {
  try {
    return await fetchList(page, createConnection(new AbortController()))
  } catch (error) {
    const isPassing = error instanceof TypeError || (error instanceof CallFailed && error.status >= 500)
    if (!isPassing || failures === MAX_FAILURES) throw error
    await pause(backoff(failures), signal)
    return fetchNewest(page, signal, failures + 1)
  }
}

async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined ? null : quota - (usage ?? 0)
}

const sizeOf = (files: readonly { readonly sentBytes: number }[]) =>
  files.reduce((sum, { sentBytes }) => sum + sentBytes, 0)

function failureOf(error: unknown): SaveFailure | null {
  const name = error instanceof DOMException ? error.name : undefined
  if (name === "AbortError") return null
  if (name === "QuotaExceededError") return "full"
  // What fetch throws without a network.
  return error instanceof TypeError || !navigator.onLine ? "offline" : "failed"
}
