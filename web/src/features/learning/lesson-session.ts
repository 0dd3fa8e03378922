import type { LessonId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { LearningEvent } from "@haitech/contract/learning"
import { claimHelpDrafts } from "#features/learning/help/help-drafts.ts"
import { createId } from "#platform/forms/create-id.ts"
import { currentOwner, knownOwner } from "#platform/offline/device-account.ts"
import { leaveToOthers, openPageAccount } from "#platform/offline/page-account.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"
import { singleFlight } from "#platform/offline/single-flight.ts"
import { deviceLog, isClockWrong, listenToLog } from "./device-log.ts"
import type { Durability } from "./event-store.ts"
import { connectSounds } from "./lesson-sounds.ts"
import { lessonStates } from "./lesson-states.ts"
import { countSeconds, MAX_SECONDS } from "./lesson-time.ts"
import { fetchLessonProgress, NO_PROGRESS, type ServerProgress } from "./progress-api.ts"
import { watchPlace } from "./reading-place.ts"

/** In the page, as JSON in `data-lesson`. */
export interface LessonFacts {
  readonly courseId: string
  readonly lessonId: LessonId
  /** Of the text. */
  readonly language: Language
  readonly exerciseIds: readonly string[]
}

export interface LessonSnapshot {
  /** The device's events have been read. */
  readonly isReady: boolean
  readonly isSignedIn: boolean
  readonly isOnline: boolean
  /** Events of an account that the server does not have yet. */
  readonly waiting: number
  /** Events that it did not take. */
  readonly refused: number
  readonly isClockWrong: boolean
  /** Of what the learner does here. */
  readonly durability: Durability
  /** Ids of the course's completed lessons. */
  readonly completed: ReadonlySet<string>
  readonly solved: ReadonlySet<string>
  readonly isCompleted: boolean
}

export const UNOPENED: LessonSnapshot = {
  isReady: false,
  isSignedIn: false,
  isOnline: true,
  waiting: 0,
  refused: 0,
  isClockWrong: false,
  durability: "relaxed",
  completed: new Set(),
  solved: new Set(),
  isCompleted: false,
}

/** What happens in the lesson of this page: its islands share one. */
export function lessonSession() {
  session ??= openSession()
  return session
}

let session: ReturnType<typeof openSession> | undefined

function openSession() {
  const facts: LessonFacts = JSON.parse(document.querySelector<HTMLElement>("[data-lesson]")?.dataset["lesson"] ?? "")
  const { lessonId, language, exerciseIds, courseId } = facts
  connectSounds()
  const log = deviceLog()
  const page = openPageAccount({ session: sessionOwner, account: knownOwner, identify: currentOwner })
  const time = countSeconds()
  const subscribers = new Set<() => void>()
  let server: ServerProgress = NO_PROGRESS
  let isReady = false
  let snapshot = UNOPENED

  const seconds = () => Math.min(Math.max(stateHere()?.seconds ?? 0, server.seconds) + time.sinceLast(), MAX_SECONDS)
  const stateHere = () => lessonStates(log.list()).get(lessonId)
  const append = (event: LearningEvent, isUrgent = true) => {
    const total = event.kind === "lesson.completed" ? event.seconds : seconds()
    return log.append(event, { seconds: total, isUrgent, of: page.owner() })
  }
  const base = () => ({ id: createId(), lessonId, at: new Date().toISOString() })

  const update = () => {
    snapshot = takeSnapshot(facts, server, isReady)
    for (const notify of subscribers) notify()
    const { isCompleted, solved } = snapshot
    // Some of the answers may be another device's, or the last open exercise is gone.
    if (isReady && !isCompleted && exerciseIds.length > 0 && exerciseIds.every((id) => solved.has(id))) void complete()
  }
  const complete = singleFlight(async () => {
    if (snapshot.isCompleted) return
    await append({ ...base(), kind: "lesson.completed", language, seconds: seconds() })
  })
  const read = (position?: string) =>
    append({ ...base(), kind: "lesson.read", ...(position && { position }) }, position === undefined)

  async function start(): Promise<void> {
    listenToLog({ onChange: update })
    await log.reread()
    // Until the server has said whose session this is, what happens here would count as a guest's.
    if (!knownOwner()) await currentOwner().catch(() => null)
    if (knownOwner()) server = await fetchLessonProgress(courseId, lessonId).catch(() => NO_PROGRESS)
    await claimHelpDrafts(knownOwner())
    isReady = true
    update()
    leaveToOthers(page)
    const here = stateHere()
    const isLater = (server.readAt ?? "") > (here?.readAt ?? "")
    const position = (isLater ? server.position : here?.position) ?? null
    watchPlace({ resumeAt: snapshot.isCompleted ? null : position, onPlace: (place) => void read(place) })
    if (!position) await read()
  }
  void start()

  return {
    owner: page.owner,
    subscribe(notify: () => void) {
      subscribers.add(notify)
      return () => void subscribers.delete(notify)
    },
    snapshot: () => snapshot,
    answer: (exerciseId: string, isCorrect: boolean) =>
      append({ ...base(), kind: "exercise.answered", exerciseId, isCorrect, isReview: false }),
    complete,
    sendNow: log.retryNow,
    forgetRefused: log.forgetRefused,
  }
}

function takeSnapshot({ lessonId }: LessonFacts, server: ServerProgress, isReady: boolean): LessonSnapshot {
  const records = deviceLog().list()
  const states = lessonStates(records)
  const completed = new Set(server.completed)
  for (const [id, state] of states) if (state.isCompleted) completed.add(id)
  return {
    isReady,
    isSignedIn: knownOwner() !== null,
    isOnline: navigator.onLine,
    waiting: records.filter(({ state, owner }) => state === "waiting" && owner !== null).length,
    refused: records.filter(({ state }) => state === "refused").length,
    isClockWrong: isClockWrong(),
    durability: deviceLog().durability(),
    completed,
    solved: new Set([...server.solved, ...(states.get(lessonId)?.solved ?? [])]),
    isCompleted: completed.has(lessonId),
  }
}
