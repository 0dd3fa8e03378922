/** Of a member in one course; `lessons` and `completed` count published lessons. */
interface CourseFigures {
  readonly lessons: number
  readonly completed: number
  readonly lastCompletedAt: Date | null
  readonly previouslyCompletedAt: Date | null
}

export interface CourseState {
  readonly progressPercentage: number
  readonly completedAt: Date | null
}

/** A completed course stays completed, on the same day, when lessons are added to it. */
export function courseState(course: CourseFigures): CourseState {
  const { lessons, completed, lastCompletedAt, previouslyCompletedAt } = course
  const isComplete = lessons > 0 && completed === lessons
  const completedAt = earlierOf(isComplete ? lastCompletedAt : null, previouslyCompletedAt)
  if (completedAt) return { progressPercentage: 100, completedAt }
  return { progressPercentage: lessons > 0 ? Math.round((completed / lessons) * 100) : 0, completedAt: null }
}

function earlierOf(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b
  return a < b ? a : b
}

interface Lesson {
  readonly id: string
  readonly isCompleted: boolean
  readonly lastReadAt: Date | null
}

/** `lessons` are in order. @returns the one that was read last, else what follows it, else the first that is open */
export function lessonToGoOnWith<L extends Lesson>(lessons: readonly L[]): L | undefined {
  const timeOf = ({ lastReadAt }: Lesson) => lastReadAt?.getTime() ?? 0
  const lastRead = lessons.reduce(
    (last, lesson, at) => (timeOf(lesson) > timeOf(lessons[last] ?? lesson) ? at : last),
    0,
  )
  const isOpen = ({ isCompleted }: Lesson) => !isCompleted
  return lessons.slice(lastRead).find(isOpen) ?? lessons.find(isOpen)
}
