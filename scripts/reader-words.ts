import type { Language } from "@haitech/contract/languages"

interface ReaderWord {
  /** A regular expression without anchors. It matches whole words, in any case. */
  readonly word: string
  readonly use: string
  /** The message keys in which the word is right. */
  readonly except?: RegExp
}

const ALPHABET = /^(field\.(username|password)|password)\./
/** Spec §2 and §8 dictate these three in English. */
const DICTATED_APPOINTMENT = /^schedule\.(success_title|refused|failure)$/

/** Words that readers must not see, because the product uses another word for the same thing. */
const READER_WORDS: Readonly<Record<Language, readonly ReaderWord[]>> = {
  en: [
    { word: "letters?", use: "email", except: ALPHABET },
    { word: "e-mails?|mailbox", use: "email" },
    { word: "offices?(?! hours)", use: "admin area or team" },
    { word: "appointments?", use: "session", except: DICTATED_APPOINTMENT },
  ],
  fr: [
    { word: "lettres?", use: "e-mail", except: ALPHABET },
    { word: "(?<!-)e?mails?|courriels?", use: "e-mail" },
    { word: "bureaux?", use: "administration" },
    { word: "rendez-vous", use: "séance" },
    { word: "discussions?", use: "chat" },
    { word: "tuteurs? léga(l|ux)|parent ou tuteur", use: "représentant légal" },
    { word: "bidons?", use: "baril" },
  ],
  ht: [
    { word: "lèt", use: "imèl", except: ALPHABET },
    { word: "e-?mail|mèl", use: "imèl" },
    { word: "biwo", use: "administrasyon" },
    { word: "randevou", use: "seyans" },
    { word: "chat", use: "tchat" },
    { word: "tablodbò", use: "tablo bò" },
    { word: "aprèmidi", use: "apremidi" },
    { word: "ouvri|ouvè", use: "louvri" },
    { word: "mentò|mantora", use: "mantò or akonpayman" },
    { word: "titè", use: "pwofesè" },
    { word: "gadyen", use: "responsab legal" },
    { word: "tcheke", use: "verifye" },
  ],
  es: [
    { word: "cartas?|e-?mails?|buzón", use: "correo" },
    { word: "oficinas?", use: "administración" },
    { word: "citas?", use: "sesión", except: /^admin\.md_quote$/ },
    { word: "tutor(a|es|as)? legal(es)?", use: "representante legal" },
    { word: "tambores", use: "barriles" },
  ],
}

/** Placeholders, and the anchors of headings in Markdown. */
const NAMES = /\{[^}]*\}/g

export function findReaderWords(text: string, language: Language, key = ""): string[] {
  const words = text.replaceAll(NAMES, "")
  return READER_WORDS[language]
    .filter(({ except }) => !except?.test(key))
    .flatMap(({ word, use }) =>
      [...words.matchAll(new RegExp(`(?<!\\p{L})(?:${word})(?!\\p{L})`, "giu"))].map(
        ([found]) => `says "${found}"; use "${use}" (docs/translations.md, "One word for one thing")`,
      ),
    )
}
