export const EVENT_DATABASE = "learning"
