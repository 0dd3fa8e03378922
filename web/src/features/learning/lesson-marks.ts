/** Lights the sequins of completed lessons in the page's lists, whose rows carry `data-lesson-id`. */
export function showCompleted(completed: ReadonlySet<string>, nextId?: string): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-lesson-id]")) {
    const id = row.dataset["lessonId"] ?? ""
    row.toggleAttribute("data-completed", completed.has(id))
    row.toggleAttribute("data-next", id === nextId)
  }
}
