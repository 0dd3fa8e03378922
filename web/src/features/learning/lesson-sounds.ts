/** Connects the page's listen buttons and its sound and film links, which are plain HTML. */
export function connectSounds(): void {
  showVoices()
  // Browsers load their list of voices late.
  globalThis.speechSynthesis?.addEventListener("voiceschanged", showVoices)
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return
    const speaker = event.target.closest<HTMLElement>("[data-speak]")
    if (speaker) speak(speaker.dataset)
    const link = event.target.closest<HTMLAnchorElement>("a[data-media]")
    // The page's policy allows its own files only; another host's open as a link.
    if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const player = document.createElement(link.dataset["media"] === "video" ? "video" : "audio")
    Object.assign(player, { src: link.href, controls: true, autoplay: true })
    link.replaceWith(player)
    player.focus()
  })
}

function showVoices(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-speak]"))
    button.hidden = !voiceFor(button.dataset["speakLanguage"] ?? "")
}

function speak({ speak: text = "", speakLanguage = "" }: DOMStringMap): void {
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.lang = speakLanguage
  utterance.voice = voiceFor(speakLanguage) ?? null
  utterance.rate = 0.9
  speechSynthesis.cancel()
  speechSynthesis.speak(utterance)
}

/** A voice on the device itself, where there is one: it costs no data. */
function voiceFor(language: string): SpeechSynthesisVoice | undefined {
  const voices = (globalThis.speechSynthesis?.getVoices() ?? []).filter(
    ({ lang }) => lang.split(/[-_]/)[0] === language,
  )
  return voices.find(({ localService }) => localService) ?? voices[0]
}
