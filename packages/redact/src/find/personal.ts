import type { Finding } from '../values.ts';

/** Of payment cards, in one or in groups; ISO/IEC 7812. */
const CARD =
  /(?<![\w.,/+-])(?:3[47](?:[ .\u00A0\u202F-]?\d){13}|(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|35[2-8]\d|6(?:011|5\d{2}|4[4-9]\d))([ .\u00A0\u202F-]?)\d{4}\1\d{4}\1\d{4})(?![\w-]|[.,]\d)/g;
/** Test numbers of payment services have few different digits; these have more, and stand in documents everywhere. */
const DIGITS_LEAST = 6;
const TEST_CARDS = new Set(['378282246310005', '371449635398431', '6011000990139424', '4917610000000000']);

/** ISO 13616: country, two check digits, account; the length is the country's. */
const IBAN =
  /(?<![A-Za-z0-9])(?:[A-Z]{2}\d{2}(?:[ \u00A0]?[A-Z0-9]{4}){2,7}(?:[ \u00A0]?[A-Z0-9]{1,3})?|[a-z]{2}\d{2}(?: ?[a-z]{4})?(?: ?\d{4}){2,7}(?: ?\d{1,3})?)(?![A-Za-z0-9])/g;
const LENGTHS =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SE24SI19SK24SM27TN24TR26UA29VA22VG24XK20';

/** Finds numbers of payment cards (by Luhn's check digit) and of bank accounts (IBAN, by theirs), which are of customers. */
export function findNumbers(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: written, index } of text.matchAll(CARD)) {
    const number = written.replaceAll(/\D/g, '');
    if (new Set(number).size >= DIGITS_LEAST && !TEST_CARDS.has(number) && passesLuhn(number))
      found.push({ start: index, end: index + written.length, kind: 'card-number' });
  }
  for (const { 0: written, index } of text.matchAll(IBAN)) {
    // The words behind it may look like its next group.
    const length = lengthOf(written.slice(0, 2).toUpperCase());
    const end = endOf(written, length);
    const account = written.slice(0, end).replaceAll(/\s/g, '');
    if (end > 0 && account.length === length && passesIban(account))
      found.push({ start: index, end: index + end, kind: 'iban' });
  }
  return found;
}

/** Luhn's sum: from the end every second digit counts twice. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let at = number.length - 1, isSecond = false; at >= 0; at -= 1, isSecond = !isSecond) {
    const value = Number(number[at]) * (isSecond ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function lengthOf(country: string): number {
  for (let at = 0; at < LENGTHS.length; at += 4)
    if (LENGTHS.startsWith(country, at)) return Number(LENGTHS.slice(at + 2, at + 4));
  return Infinity;
}

/** Where so many signs besides blanks end; 0 where there are fewer. */
function endOf(written: string, length: number): number {
  let seen = 0;
  for (let at = 0; at < written.length; at += 1) {
    if (/\S/.test(written[at] ?? '')) seen += 1;
    if (seen === length) return at + 1;
  }
  return 0;
}

/** The check of an IBAN without blanks: its first four signs at the end, and letters as the numbers 10 to 35, it leaves 1 of 97. */
export function passesIban(account: string): boolean {
  let rest = 0;
  for (const sign of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
