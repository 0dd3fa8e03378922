import type { BlogPostSummary } from "@haitech/contract/publishing"
import { PageLink } from "#platform/navigation/link.tsx"
import { Byline } from "./byline.tsx"
import { Cover } from "./cover.tsx"

/** Spec §2, D2: the published posts, newest first. */
export function PostList({ posts }: { readonly posts: readonly BlogPostSummary[] }) {
  return (
    <ul className="grid gap-5 sm:grid-cols-2" data-pictures="">
      {posts.map((post) => (
        <li key={post.id}>
          <article className="card article reach h-full">
            <Cover symbol="sun" colour="" imageUrl={post.imageUrl} />
            <div className="p-6">
              {post.category && <p className="small strong text-muted">{post.category}</p>}
              <h3 className="mt-2 text-[1.375rem]">
                <PageLink to={`/blog/${post.id}`}>{post.title}</PageLink>
              </h3>
              <p className="mt-2 text-muted">{post.excerpt}</p>
              <Byline post={post} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
