/** Marks the lessons of a course's page that open without a connection. */
export function showSaved(isSaved: (address: string) => boolean): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-lesson-id] a"))
    link.parentElement?.toggleAttribute("data-saved", isSaved(new URL(link.href).pathname))
}
