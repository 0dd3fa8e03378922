import { login, logout, readUser, register } from "./accounts.ts"
import { requestAppointment } from "./appointments.ts"
import { joinMembership, sendContact } from "./outreach.ts"
import { listPosts, listTeam, listTestimonials, readPost } from "./publishing.ts"

/** Every call of the product, on one page. */
export const api = {
  login,
  logout,
  readUser,
  register,
  joinMembership,
  sendContact,
  listTestimonials,
  listTeam,
  listPosts,
  readPost,
  requestAppointment,
} as const
