/** Somebody else says or wrote it. */
const SAYS =
  /(?<!\p{L})(?:copied|pasted|kopiert|weitergeleitet|(?<!\b(?:i|we|ich|wir|je|nous) )(?:wrote|writes|says?|said|states?|stated|told|tells|answered|replied|claims|recommends|(?:answer|reply) from|according to|antwort vo[nm]|laut|schreibt|schrieb|geschrieben|sagt|sagte|meint|meinte|geantwortet|steht|stand|verlangt|empfiehlt|écrit|dit|répond|recommande|selon|dice|dijo|escribió|escribe|recomienda|según))(?!\p{L})/iu;
/** Texts and people that nobody of a team answers for. */
const STRANGE =
  /(?<!\p{L})(?:vendor|supplier|manufacturer|support|forum|blog|article|website|manual|docs?|documentation|chatgpt|gpt|internet|stack ?overflow|other team|hersteller|lieferant(?:en)?|anbieter|handbuch|anleitung|doku|anderen? team|nachbarteam|fournisseur|proveedor)(?!\p{L})/iu;
/** “From: support@…”, “--- Forwarded message”: with it a mail begins. */
const MAIL =
  /^(?:(?:from|von|de|absender): \S|-{3,12} ?(?:forwarded|original|weitergeleitete|ursprüngliche))/iu;

/** A prompt without mails and words of others, which are no order of who passes them on; of colleagues where it asks about them. */
export function withoutReadOut(prompt: string): string {
  const isAsked = prompt.trimEnd().endsWith('?');
  const lines = prompt.split('\n');
  const from = lines.findIndex((line) => MAIL.test(line) || (/:\s?$/.test(line) && SAYS.test(line)));
  const own = (from < 0 ? lines : lines.slice(0, from)).map((line) => {
    const [intro = ''] = line.split(': ', 1);
    const clause = intro.split(/[.!?] /).at(-1)!;
    return intro !== line && SAYS.test(clause) && (isAsked || STRANGE.test(clause)) ? `${intro}: …` : line;
  });
  return own.join('\n');
}
