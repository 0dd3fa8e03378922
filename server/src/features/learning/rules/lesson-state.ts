import { WORD_EXERCISE } from "@haitech/contract/lessons"
import { createEmptyCard, fsrs, type Grade, Rating, type Card as SchedulerCard } from "ts-fsrs"

interface Event {
  readonly id: string
  readonly kind: "lesson.read" | "exercise.answered" | "lesson.completed"
  readonly exerciseId: string | null
  readonly isCorrect: boolean | null
  readonly isReview: boolean
  readonly position: string | null
  readonly seconds: number
  readonly occurredAt: Date
}

/** What its texts say of a lesson: the ids of the exercises that are programs, of the words to learn, and of all exercises. */
interface Content {
  readonly programs: readonly string[]
  readonly words: readonly string[]
  readonly exercises: readonly string[]
}

export interface LessonState {
  readonly isCompleted: boolean
  readonly completedAt: Date | null
  readonly watchTime: number
  readonly position: string | null
  readonly lastReadAt: Date | null
}

interface ReviewCard {
  readonly stability: number
  readonly difficulty: number
  readonly reps: number
  readonly lapses: number
}

export interface ExerciseState {
  readonly exerciseId: string
  readonly isProgram: boolean
  readonly tries: number
  readonly isCorrect: boolean
  readonly isFirstTryCorrect: boolean
  readonly lastAnsweredAt: Date | null
  readonly dueAt: Date | null
  readonly card: ReviewCard | null
}

const DAY_MS = 86_400_000
const STEPS_DAYS = [1, 3, 7] as const
const ID_LENGTH = 60
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false })

export function lessonState(events: readonly Event[]): LessonState {
  const read = inOrder(events).filter(({ isReview }) => !isReview)
  const completions = read.filter(({ kind }) => kind === "lesson.completed")
  return {
    isCompleted: completions.length > 0,
    completedAt: completions[0]?.occurredAt ?? null,
    // Of two devices that report the same lesson, both times are not added up.
    watchTime: Math.max(0, ...completions.map(({ seconds }) => seconds)),
    position: read.findLast(({ position }) => position !== null)?.position ?? null,
    lastReadAt: read.at(-1)?.occurredAt ?? null,
  }
}

/** The exercises of one lesson that one member has answered, and the words of a completed lesson. */
export function exerciseStates(events: readonly Event[], { programs, words, exercises }: Content): ExerciseState[] {
  const answers = Map.groupBy(
    inOrder(events).filter(({ kind }) => kind === "exercise.answered"),
    ({ exerciseId }) => exerciseId ?? "",
  )
  const answered = exercises.filter((id) => answers.has(id))
  const { completedAt } = lessonState(events)
  const wordIds = words.map((id) => WORD_EXERCISE + id).filter((id) => id.length <= ID_LENGTH)
  const ids = new Set([...answered, ...(completedAt ? wordIds : [])])
  return [...ids].map((exerciseId) => {
    const own = answers.get(exerciseId) ?? []
    const isProgram = programs.includes(exerciseId)
    const learnedAt = wordIds.includes(exerciseId) ? completedAt : null
    return {
      exerciseId,
      isProgram,
      tries: own.length,
      isCorrect: own.some(({ isCorrect }) => isCorrect),
      isFirstTryCorrect: own[0]?.isCorrect ?? false,
      lastAnsweredAt: own.at(-1)?.occurredAt ?? null,
      ...(isProgram ? { dueAt: null, card: null } : schedule(own, learnedAt)),
    }
  })
}

interface Review {
  readonly card: SchedulerCard
  readonly dueAt: Date
  /** Right answers in time since the last mistake. */
  readonly streak: number
}

/** Before an exercise is due, an answer counts only as a new mistake: trying again at once shows no memory. */
function schedule(answers: readonly Event[], learnedAt: Date | null): Pick<ExerciseState, "dueAt" | "card"> {
  let review: Review | null = learnedAt && {
    card: createEmptyCard(learnedAt),
    dueAt: daysAfter(learnedAt, STEPS_DAYS[0]),
    streak: 0,
  }
  for (const { isCorrect, occurredAt } of answers) {
    const isDue = review !== null && occurredAt >= review.dueAt
    const isMistake = !isCorrect && (review === null || review.streak > 0)
    if (isDue || isMistake) review = next(review, occurredAt, isCorrect ? Rating.Good : Rating.Again)
  }
  if (!review) return { dueAt: null, card: null }
  const { stability, difficulty, reps, lapses } = review.card
  return { dueAt: review.dueAt, card: { stability, difficulty, reps, lapses } }
}

function next(review: Review | null, at: Date, grade: Grade): Review {
  const { card } = scheduler.next(review?.card ?? createEmptyCard(at), at, grade)
  const streak = grade === Rating.Again ? 0 : (review?.streak ?? 0) + 1
  const step = STEPS_DAYS[streak]
  return { card, dueAt: step ? daysAfter(at, step) : card.due, streak }
}

function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}

function inOrder(events: readonly Event[]): Event[] {
  return events.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.id < b.id ? -1 : 1))
}
