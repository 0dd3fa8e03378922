/** Google's mark in its four colours, as its sign-in guidelines require. Decoration beside the text. */
export function GoogleMark() {
  return (
    <svg className="icon-plain" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M46 24.5c0-1.6-.1-3-.4-4.5H24v8.6h12.4a10.6 10.6 0 0 1-4.6 7l7.3 5.7C43.4 37.2 46 31.3 46 24.5"
      />
      <path
        fill="#34a853"
        d="M24 47c6.2 0 11.4-2 15.1-5.600l-7.3-5.700c-2 1.4-4.7 2.3-7.8 2.3-6 0-11-4-12.8-9.500l-7.5 5.800A23 23 0 0 0 24 47"
      />
      <path fill="#fbbc05" d="M11.2 28.500a13.8 13.8 0 0 1 0-8.900l-7.5-5.900a23 23 0 0 0 0 20.600z" />
      <path
        fill="#ea4335"
        d="M24 10.100c3.4 0 6.4 1.2 8.8 3.400l6.5-6.400A23 23 0 0 0 3.7 13.700l7.5 5.900C13 14.1 18 10.1 24 10.1"
      />
    </svg>
  )
}
