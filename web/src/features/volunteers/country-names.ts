import type { Language } from "@haitech/contract/languages"

/** ISO 3166-1. */
const CODES =
  "AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GF GH GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WS YE YT ZA ZM ZW"

/** Engines lack Kreyòl: these are the countries where most Haitians live, and the rest has its French name. */
const KREYOL: Readonly<Record<string, string>> = {
  HT: "Ayiti",
  US: "Etazini",
  CA: "Kanada",
  FR: "Frans",
  DO: "Repiblik Dominikèn",
  CL: "Chili",
  BR: "Brezil",
  BS: "Bahamas",
  MX: "Meksik",
  CU: "Kiba",
  JM: "Jamayik",
  GP: "Gwadloup",
  MQ: "Matinik",
  GF: "Giyàn fransè",
  TC: "Tik ak Kayik",
  PR: "Pòtoriko",
  BE: "Bèljik",
  CH: "Swis",
  ES: "Espay",
  DE: "Almay",
  IT: "Itali",
  GB: "Wayòm Ini",
  PA: "Panama",
  EC: "Ekwatè",
  AR: "Ajantin",
  SN: "Senegal",
  BJ: "Benen",
  CW: "Kiraso",
  VE: "Venezyela",
  CO: "Kolonbi",
}

/** In the alphabet's order. Never passes `ht` to `Intl`. */
export function countryNames(language: Language): readonly string[] {
  const locale = language === "ht" ? "fr" : language
  const names = new Intl.DisplayNames(locale, { type: "region" })
  const kreyol = language === "ht" ? KREYOL : {}
  return CODES.split(" ")
    .map((code) => kreyol[code] ?? names.of(code) ?? code)
    .toSorted(new Intl.Collator(locale).compare)
}
