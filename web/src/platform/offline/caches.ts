/** The files of saved courses, by address. Pages write it; the service worker reads it. */
export const SAVED_FILES = "saved"
/** The list of each saved course, by the address of the list. */
export const SAVED_COURSES = "saved-courses"
/** Pages and files that were opened. The service worker writes and trims it. */
export const SEEN_FILES = "seen"

/** What comes from a course file, until all of it is there. */
export const ARRIVING_FILES = "arriving"
/** The file that another app shared with this one, in `SHARED_FILES`. */
export const SHARED_FILES = "shared"
export const SHARED_FILE = "/shared-course"

/** Background sync (WICG) wakes the service worker with it once the network is back. */
export const SYNC_TAG = "events"
