import { joinMembership } from "./outreach.ts"
import { listTestimonials } from "./publishing.ts"

/** Every call of the product, on one page. */
export const api = { joinMembership, listTestimonials } as const
