import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"

/** Spec §2: the round button at the bottom right. A tap loads the chat; without script it opens the contact page. */
export function ChatButton({ className = "ask" }: { readonly className?: string }) {
  const { t, language } = usePage()
  return (
    <form className={className} action={address(language, "/contact")} aria-label={t("chat.title")}>
      <button className="button" data-action="chat" aria-label={t("chat.open")}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 21l2-6a8 8 0 1 1 4 4z" />
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
    </form>
  )
}
