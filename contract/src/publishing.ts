import * as z from "zod/mini"
import { TestimonialId } from "./ids.ts"
import { route } from "./route.ts"

/** What a learner says of the product. `rating` is 1 to 5, a numeric string on the wire (§3). */
export const Testimonial = z.object({
  id: TestimonialId,
  content: z.string(),
  rating: z.string(),
  name: z.string(),
  role: z.string(),
})
export type Testimonial = z.output<typeof Testimonial>

/** §7. Newest first (D2). */
export const listTestimonials = route({
  method: "GET",
  path: "/api/testimonials",
  access: "public",
  reply: z.array(Testimonial),
})
