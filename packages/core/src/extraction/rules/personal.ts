import { passesIban, passesLuhn } from '@memory/redact';
import { LASTING } from './cues.ts';
import type { Sentence } from './turns.ts';
import { keysIn } from './wording.ts';

const DAY = String.raw`(?:\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d{2})|\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9} \d{4}|\p{L}{3,9} \d{1,2},? \d{4})(?!\d)`;
/** How people are reached, paid or told apart, and what is not to be written down. */
const FORMS: readonly RegExp[] = [
  /[\w.+-] ?(?:@|[([{]at[)\]}]) ?[\w-]+\.[\w.-]{2}/i,
  // “phone: 555-0134”: fewer digits are dialled where a word says so.
  /\b(?:tel|telefon|phone|mobile|mobil|handy|fax|call|ring)\.?:? \d(?:[ -]?\d){5,}\b/i,
  // How to get in: “Schließfach 3307”, “the door code is 2041”.
  /\b(?:pin|(?:door|gate|entry|alarm|tür|tor)[ -]?code|locker|schlie(?:ß|ss)fach|schlüssel(?:kasten|safe)|tresor|casier|taquilla)(?: (?:code|number|nummer|nr\.?|is|ist|es|est))?:? \d{3,8}\b/iu,
  // “geb. 14.08.1969”, “dob 14.03.1991”, “my birthday which is 11 march 2004”, “Marit Holm, 04.11.1968”, “Holm, Marit, 04.11.1968”.
  new RegExp(
    String.raw`(?<!\p{L})(?:(?:[Gg]eb(?:\.|oren|urtstag|urtsdatum)|[Bb]orn|[Bb]irth(?:days?| ?date)|[Dd]ate of birth|[Dd]\.?[Oo]\.?[Bb]\.?)(?!\p{L})[^\d\n]{0,24}${DAY}|${DAY} (?:[Gg]eboren|[Bb]orn)(?!\p{L})|\p{Lu}\p{Ll}{1,20},? \p{Lu}\p{Ll}{1,20}, ${DAY})`,
    'u',
  ),
  // “Lindenweg 4b”, “17 Larkspur Lane”, “ul. Lipowa 27”, “Storgatan 8B”, “Am Hafen 12, 27472 Cuxhaven”.
  /(?<![\p{L}\d])(?:\p{Lu}\p{Ll}{2,20}(?<!Um|Aus|Rück|Hin|Bahn|Sitz|Park|Stell|Steh|Lager|Schlaf|Arbeits)(?:str(?:aße|asse|\.)|gasse|weg|allee|stieg|steige?|ufer|damm|platz|gatan|vägen|straat|laan|gade|vej) \d{1,3} ?[A-Za-z]?(?![\p{L}\d])|\d{1,4}[a-z]? (?!Fast|Slow|Bus|Months|Days|Hours)\p{Lu}\p{Ll}{2,20} (?:Street|Road|Lane|Avenue|Row|Drive|Close|Terrace|Crescent|Gardens|St\.|Rd\.|Ave\.)(?!\p{L})|(?:ul\.|calle|rue) (?:\p{L}{1,12} ){0,3}\p{Lu}\p{L}{2,20},? \d{1,4}|\p{Lu}\p{Ll}{2,20} \d{1,3}[a-z]?, \d{5} \p{Lu}\p{Ll}{2})/u,
  // “wohnt Lindenrain 14”, “Anschrift: Am Kalkofen 14”, and nothing that lives in a module 3.
  /(?<!\p{L})(?:[Ww]ohn(?:t|e|en|haft)|[Aa]nschrift):?(?: (?:ist|lautet|jetzt|[Aa]m|an|in|auf|der|dem|den)){0,3} \p{Lu}\p{Ll}{3,20} \d{1,3}[a-z]?(?![\p{L}\d.])/u,
  // Numbers of insurances by their form, and whatever is called the number of a person's card or contract.
  /(?<![\w-])(?:\d{2} ?\d{6} ?[A-Z] ?\d{3}|\d{3}-\d{2}-\d{4}|756\.\d{4}\.\d{4}\.\d{2}|\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}|[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D])(?![\w-])|\b(?:insurance|polic[ey]|ssn|social security|nhs|library card|card|patient|passport|(?:sozial|kranken)?versicherungs?|svnr|personal|patienten|kunden|mitglieds|ausweis|reisepass)[ -]?(?:number|no|nummer|nr|id)?[.:]? (?:is |ist |lautet )?[A-Z]{0,2}\d(?:[ -]?\d){5,14}(?![\w-])/iu,
  // “Konto-Nr.: 9290701”, “BLZ 37040044”, “sort code 20-00-00”, and no ledger account 8400.
  /\b(?:konto|kto|blz|bankleitzahl|sort code|routing|aba|acct|bank account|account(?= n)|compte|cuenta)[ -]?(?:number|no|nummer|nr|número)?[.:]{0,2} (?:is |ist |lautet )?\d(?:[ -]?\d){5,14}(?![\w-])/i,
  // An account or a card that redaction took out, with a name beside it; the code of a bank.
  /\[redacted:(?:iban|card-number)\]|\b(?:BIC|SWIFT)(?:-?[Cc]ode)?:? [A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?\b/,
  /\b(?:(?:not|never) in writing|nicht schriftlich|nicht auf(?:zu)?schreiben|off the record|off disk|(?:don['’]?t|never)(?: you dare)? (?:write|note|put|store) (?:it|this|that|them) (?:down|anywhere|in)|(?:keep|leave) (?:it|this|that|them|him|her) out of|schreib das nicht auf|pas par écrit|no por escrito)\b/iu,
];
/** Numbers that are personal where they pass a test. The shortest accounts have 15 signs; the check digits of a part number may fit. */
const NUMBERS: readonly (readonly [RegExp, test: (number: string) => boolean])[] = [
  [/(?<![\w.,/-])[+(]{0,2}\d[\d ()/-]{7,22}\d(?![\w-]|\.\d)/g, isDialled],
  [/(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g, (number) => passesLuhn(number.replace(/\D/g, ''))],
  [
    /\b[A-Z]{2}\d{2}(?=[ A-Z\d]{11})(?: ?[A-Z\d]{1,4}){3,8}\b/gi,
    (number) => passesIban(number.replaceAll(' ', '').toUpperCase()),
  ],
];

/** As many digits as somebody dials or is registered by, in groups or with a sign before them, and no date. */
function isDialled(number: string): boolean {
  const { length } = number.replace(/\D/g, '');
  const isDate = /^\d{4}-\d\d-|^\d{1,2}[/-]\d{1,2}[/-]/.test(number);
  return length >= 9 && length <= 15 && !isDate && /^[+(0]|\D/.test(number);
}

/** Whether a text tells how to reach or to pay somebody or how to get in, or is not to be written down. */
export const isPersonal = (text: string): boolean =>
  FORMS.some((form) => form.test(text)) || NUMBERS.some(([form, test]) => text.match(form)?.some(test));

/** “Mrs. van Dalen”, “patient Sigrid Holm”, “Familie Holm”, “regards, Sigrid”: how people are named who are no colleagues. */
const ADDRESS =
  /(?<!\p{L}|\d ?)(?:mr|mrs|ms|miss|dr|prof(?:essor(?:in)?)?|sir|madam|herrn?|hr(?=\.)|frau|fr(?=\.)|familie|fam(?=\.)|eheleute|m|mme|mlle|monsieur|madame|sr|sra|srta|señora?|don|doña|patient(?:in)?|customer|client|employee|kund(?:e|in)|(?:krankheits?fall|krankheit|illness|sick leave) (?:von|of)|contact|ansprechpartner(?:in)?|regards|grü(?:ß|ss)en?|gru(?:ß|ss)|mfg|cordialement|saludos)[.:]?,?\s(?:(?:dr|prof|med)\. ){0,3}(?=\p{L})/giu;
const NAME =
  /^(?:(?:van|von|de|der|den|zu|la|le|del|di|da) )*\p{Lu}(?:[\p{Ll}'’][\p{L}'’-]*|\p{Lu}{4,}[\p{L}'’-]*)(?: (?:(?:van|von|de|der|den|zu|la|le|del|di|da) )*\p{Lu}[\p{L}'’-]+){0,3}/u;
/** “herr maier”, typed in haste, and neither “meine frau sagt” nor “herr und hund”. */
const HASTY =
  /(?<=(?<!\p{L})(?:mrs?\.?|herrn?|(?<!(?:meiner?|deiner?|seiner?|ihrer?|einer?|unserer?|keiner?|die|der|jeder?) )frau) )(?!(?:und|oder|ist|hat|hatte|will|sagt|kann|muss|soll|war|and|or|is|has|who|die|der|das|von|vom|mit|nicht)(?!\p{L}))\p{Ll}[\p{L}'’-]{2,}/gu;
/** “Maeve is colour blind”: the rule that follows from it stays, nameless. */
const HEALTH =
  /(?<!\p{L})(?!(?:Nobody|Everyone|Somebody|Someone|He|She|Who|This|It|That|Niemand|Jemand|Jeder|Er|Sie)(?!\p{L}))\p{Lu}\p{Ll}[\p{L}'’-]*(?= (?:is|was|ist|war|est|es) (?:partly |teils )?(?:(?:colou?r[- ]?|rot-?grün-?|farben)?blind|deaf|pregnant|dyslexic|diabetic|epileptic|autistic|gehörlos|taub|schwanger|legasthenisch|diabetiker(?:in)?|daltonien(?:ne)?|enceinte|embarazada)(?!\p{L}))/gu;
/** “My daughter”, “mein Arzt”, “on a diet”: speech that is most likely of the life beside the work. */
const OF_LIFE =
  /(?:^|[,;] )(?:my (?:wife|husband|daughter|son|kids?|children|mum|mom|mother|dad|father|parents|girlfriend|boyfriend|doctor|birthday)|meine? (?:frau|mann|tochter|sohn|kind(?:er)?|mutter|vater|eltern|freundin|freund|arzt|ärztin|geburtstag)|(?:ma|mon|mes) (?:femme|mari|fille|fils|enfants|mère|père|parents|médecin|anniversaire)|mis? (?:mujer|marido|hij[ao]s?|madre|padre|padres|médico|cumpleaños)|(?:der arzt|die ärztin|the doctor) (?:sagt|sagte|meint|meinte|says|said|told))(?!\p{L})|(?<!\p{L})(?:hat der arzt|seit meiner op|on a diet|diät)(?!\p{L})/iu;

/** Something is resolved for the own life, and no answer takes it up. */
export const isOfLife = ({ text, keys, cues }: Sentence, agent: readonly Sentence[]): boolean =>
  OF_LIFE.test(text) &&
  cues.has(...LASTING, 'must', 'forbid', 'decided') &&
  !agent.some((said) => [...said.keys].filter((key) => keys.has(key)).length > 1);

/** “The key is [redacted:aws-key], always use it”: without the secret it says nothing. */
export function isMereSecret(text: string): boolean {
  const rest = text.split(/[,.;:!?]\s/).filter(saysMore);
  return text.includes('[redacted:') && keysIn(rest.join(' ')).size < 3;
}
const saysMore = (clause: string): boolean =>
  !/\[redacted:|\b(?:this|it|dies(?:e[nrms]?)?|den|ihn)\b/i.test(clause);

/**
 * A text without lines that tell how to reach somebody, and, unless they are kept, without the names of people who are spoken of with
 * a form of address in it or around it.
 */
export function withoutPeople(text: string, { keepsNames = false, masked = maskerOf(text) } = {}): string {
  const lines = text.split('\n').filter((line) => !isPersonal(line));
  const rest = lines.join('\n').trim();
  return keepsNames ? rest : masked(withoutNames(rest));
}

/**
 * Takes out of texts the names that are spoken of with a form of address, wherever else they stand.
 * @param said all that a session says
 * @param spelt what of it is spelt with care: a word in small letters there is no name
 */
export function maskerOf(said: string, spelt = ''): (text: string) => string {
  const named = namesIn(said).filter(
    ({ name, at }) => name.includes(' ') || !OF_THINGS.test(said.slice(Math.max(0, at - 10), at)),
  );
  const names = [...new Set(named.map(({ name }) => name))];
  const small = new Set(spelt.match(WORD));
  const long = names.filter((name) => /[ -]/.test(name) && !spelt.includes(name.toLowerCase()));
  const last = new Set(
    names
      // “Jutta Holm” is “Holm” next time, “Moser von der Leitstelle” is “Moser”.
      .map((name) => name.split(' von der ')[0]!.split(' ').at(-1)!.toLowerCase())
      .filter((word) => word.length > 2 && !small.has(word)),
  );
  const isName = (word: string) => last.has(word.toLowerCase());
  return (text) =>
    long
      .reduce((left, name) => left.replaceAll(name, '[name]'), text)
      .replaceAll(WORD, (word) =>
        isName(word) ? '[name]' : isName(word.replace(/s$/, '')) ? '[name]s' : word,
      );
}
const WORD = /\p{L}+/gu;
/** “Contact Support”, “each client Request”: one word behind them is as likely a thing. */
const OF_THINGS = /\b(?:client|contact)\W{1,3}$/i;

const withoutNames = (text: string): string =>
  namesIn(text)
    .reduceRight(
      (left, { name, at }) =>
        left.startsWith(name, at) ? `${left.slice(0, at)}[name]${left.slice(at + name.length)}` : left,
      text,
    )
    .replaceAll(HEALTH, '[name]');

/** Names that follow a form of address, in their order, with where they begin. */
function namesIn(text: string): { name: string; at: number }[] {
  const formal = [...text.matchAll(ADDRESS)].flatMap(({ 0: address, index }) => {
    const at = index + address.length;
    // A sentence ends in “the client. Next week”.
    const name = /\p{L}{5}\./u.test(address) ? undefined : NAME.exec(text.slice(at, at + 200))?.[0];
    return name === undefined ? [] : [{ name, at }];
  });
  const hasty = [...text.matchAll(HASTY)].map(({ 0: name, index: at }) => ({ name, at }));
  return [...formal, ...hasty].toSorted((a, b) => a.at - b.at);
}
