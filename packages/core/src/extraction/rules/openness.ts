import { finderOf, isQuestion } from './phrases.ts';
import { speechOf, type Sentence, type Turn } from './turns.ts';
import { keysAmong, overlap } from './wording.ts';
import type { Place } from './worth.ts';
import { chance, ownSigns, signsBeside, weighedOnce, WEIGHTS, wordsIn, worthOf } from './worth.ts';

/** How something is left open, written as in `phrases.ts`. */
const WAYS = {
  /** The speaker will do it. */
  takes: `i'll|ill|imma; i ~2 will|must|gotta|shall|need|have|got|want|ought to; i ~1 must|gotta; let me sleep|think|ask|check; remind|ask|nag|tell me; me tomorrow|later; todo|to-do ~1 me|for; on me; myself;
    ich ~2 muss|müsste|soll|sollte|werde|will|kläre|klär|frage|frag|ruf|rufe|mach|mache|schau|guck|kümmer|kümmere|schreib|schreibe|hol|hole|bring|besprech|bespreche|überleg|red|rede|melde|meld|sag|prüf|prüfe|bestell|bestelle; muss|müsste|mach|mache|frag|frage|klär|kläre|ruf|schau|guck|schreib|hol|bring|besprech|bespreche|überleg|red|sag|prüf|bestell|kümmer ~1 ich|i|ma|mer|wir|mir; ich selber|selbst; erinner ~1 mich;
    je ~1 dois|vais|demande|demanderai|verrai|regarderai|ferai; il faut que je; tengo que; yo ~2 pregunto|miro|hago; lo miro|hago|pregunto`,
  /** Others have to. */
  owes: `someone|somebody|anyone|whoever|he|she|they|team|office|who's|facilities|customer|client|boss|legal ~2 must|has|have|needs|need|should|will|gotta|ought; has|have|needs|need|must to ~2 be|do|ask|decide|call|order|say|set|check|sign|approve; must be; needs a|an|another|his|her; leave|left ~5 to|for|with; for ~2 to decide|check|say|do; somebody's|someone's else; waiting|wait for|on;
    jemand|wer|irgendwer|er|sie|man|chef|leitung|verwaltung|büro|kunde|team|kollege|kollegin|frau|herr ~3 muss|müsste|soll|sollte|müssen|will|wollte|macht|klärt|bringt|schickt; muss|müssen|müsste|soll|sollte ~6 machen|klären|entscheiden|prüfen|ran|her|aufladen|fragen|sagen|werden|bestellen; braucht|bräuchte noch|erst|ein|eine|nen; warten|wart|warte auf; liegt bei; hängt am|an|bei;
    quelqu'un; faut que; doit|doivent; alguien; tiene|tienen|debe|hay que`,
  delays: `not now|today|tonight|yet|this|before|until; another|other|some evening|day|time|week|night|session; tomorrow|tmrw|tmr; later; after lunch|dinner|work|the|my|vacation|holiday; next ~1 week|month|year|sprint|time|season; at some point; sometime|someday|eventually; one day; this ~1 spring|summer|autumn|fall|winter|week|evening|afternoon; in|until|till|til|by|before|after ~2 january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter; on ~1 monday|tuesday|wednesday|thursday|friday|saturday|sunday; for now; when|once ~4 back|there|done|here; until|till|til ~4 is|says|comes|has|are; park|parked|postpone|postponed|skip; own|separate|different ticket|issue|pr|topic|evening|session; backlog; sleep on;
    nicht|ned|net|nich jetzt|heute|heut|vor|mehr; morgen|übermorgen|nachher|später|irgendwann|demnächst|danach|hernach; nächste|nächsten|nächstes|nächster woche|monat|jahr|sprint|mal|montag|release; am|bis|ab|im|nach|erst ~2 montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|frühjahr|frühling|sommer|herbst|winter|urlaub|ferien|wochenende|semester; fürn|für'n|für ~1 frühling|andermal|winter; ein andermal; eigenes ticket|thema; erst mal|wenn|nach|am|im|danach; erstmal ~2 nicht|so|lassen; vorerst; noch ~2 nicht|kein|keine|keinen|offen; lass|lassen ~3 erstmal|liegen|mal; parken;
    plus tard; demain; pas maintenant|aujourd'hui|encore; la|le semaine|mois prochaine|prochain; más tarde; mañana; hoy|ahora no; todavía no; aún no; luego`,
  /** It is no answer to a question. */
  evades: `no idea|clue; dunno; idk; not sure; good|great question|q; don't|dont|do not ~1 know|remember; have|need|must|gotta|will|i'd ~2 ask|check|think|look|see|talk|sleep; i'll|ill ~2 ask|check|think|look|see; depends; let me think|ask|sleep|check; she'd|he'd|they'd know; who knows; later; skip|pass; we'll see; hm|hmm|uh|puh $;
    keine|ka ahnung|plan; ka; gute frage; weiß|weiss|woas ~3 nicht|ned|net|nich; muss|müsste|müssen ~4 fragen|klären|schauen|überlegen|gucken|nachdenken; frag|frage|klär|kläre|schau|guck|überleg|besprech|bespreche ~1 ich|i|ma|wir|mal; das müsste|muss|müssen|weiß|bespreche|besprech|entscheidet|entscheide; hängt am|an|davon; kommt drauf|darauf; mal sehen|schauen|gucken; puh; später; morgen;
    je ne sais pas; aucune idée; bonne question; je demande; no sé; ni idea; buena pregunta; depende; pregunto`,
  /** It does not go here and now. */
  lacks: `isnt|is|not|arent|wasnt ~1 installed|reachable|available|mounted|connected|found|configured|attached; isnt|not there|running|up; unreachable|offline|refuses|refused|denied|expired|missing|full|locked|unchecked|untested|unverified|red|rejected|outdated; cant|cannot|couldnt|wont|doesnt|didnt ~2 check|run|start|connect|reach|resolve|verify|test|push|deploy|find|open|log|build|fit|pass|go; could|does not ~2 check|run|start|connect|reach|resolve|verify|test; fails|failed|aborted|aborts|stops|stopped|breaks|broke|timed|times|hangs|crashed|died; no ~2 right|rights|permission|permissions|access|account|route|space|token|license|key|connection|board|file; out of memory|space|disk; needs|need|wants ~2 newer|version|login|password|key|token; too old|new|big|small|large; still ~3 fails|red|failing|broken|missing|wrong|stands|has;
    nicht|ned ~1 installiert|erreichbar|da|vorhanden|gemountet|verbunden|möglich|gefunden|lesen|schreiben|starten|prüfen|testen; unerreichbar|abgelaufen|voll|gesperrt|ungeprüft|ungetestet|verweigert|verweigern|fehlt|fehlen|veraltet|rot|leer|scheitert|scheitern|gescheitert; schlägt|bricht|brach|steigt|fällt ~6 fehl|ab|aus|durch|um; gibt ~4 nicht|kein|keine; geht|startet|antwortet|läuft|kommt|darf|kann ~3 nicht|kein|keine|keinen|nur; kein|keine|keinen ~1 zugriff|recht|rechte|verbindung|platz|schlüssel|datei|browser|konto|netz; zu alt|neu|groß|klein; hängt;
    échoue|échoué|introuvable|inaccessible|refuse|refusé|manque|expiré; n'est pas; falla|falló|fallan|inaccesible|rechaza|caducado|lleno; no está|hay|puede|puedo`,
};
const finders = Object.entries(WAYS).map(([way, listed]) => ({ way, find: finderOf(listed) }));

/** Signs that a sentence leaves something open. */
export const opennessSigns = (sentence: Sentence, place?: Place): string[] => {
  const { speaker } = sentence;
  return [
    ...ownSigns(sentence),
    speaker,
    ...finders.flatMap(({ way, find }) => (find(sentence.words) ? [`${speaker} ${way}`] : [])),
    ...(place ? signsBeside(sentence, place) : []).map((sign) =>
      sign.startsWith('“') ? sign : `${speaker} ${sign}`,
    ),
    ...wordsIn(sentence),
  ];
};

/** How likely a sentence leaves something open in its place. */
export const openness = weighedOnce((sentence, place) =>
  chance(WEIGHTS.open, opennessSigns(sentence, place)),
);
/** How likely it has to. */
const OPEN = 0.3;
export const isOpen = (sentence: Sentence, place: Place): boolean => openness(sentence, place) >= OPEN;

/** “I can't tell”, “das steht nirgends” */
const CANNOT_SAY = finderOf(
  `cant|cannot|couldnt|dont|didnt|not ~2 say|see|tell|know|find|found|answer|measure|reproduce|explain|judge; find|found|know|see|stands ~1 no|none|nothing|nowhere; no idea;
  weiß|weiss|sehe|finde|fand|kenne ~4 nicht|nichts|kein|keine|keinen; konnte|kann ~4 nicht|nichts ~3 sagen|sehen|finden|nachstellen|herausfinden|beantworten|erkennen; steht|stehen|liegt ~4 nirgends|nirgendwo|nichts; nicht ~1 hervor|bekannt;
  sais|vois|trouve pas|rien; no sé|veo|encuentro`,
);
const OFFERS =
  /\b(?:I|we|me|ich|wir|mir|je|nous)\b|^(?:would|do) you\b|^(?:möchtest|willst) du\b|anything else|sonst noch/i;

/** Sentences by which a question is answered, and turns that may come back to it. */
const REPLY = 2;

/** Whether it is a question that the session ends with, or one that the agent cannot answer and that nobody comes back to. */
export function isUnanswered(sentence: Sentence, { turn, before, after }: Place): boolean {
  const { text, keys, speaker } = sentence;
  if (keys.size < 2 || !isQuestion(text)) return false;
  if (speaker === 'agent') return after.length === 0 && sentence === turn.agent.at(-1) && !OFFERS.test(text);
  const later = after.slice(0, REPLY).flatMap((each) => speechOf(each));
  return (
    turn.edits.length === 0 &&
    (turn.agent.slice(0, REPLY).some(({ words }) => CANNOT_SAY(words)) ||
      // Some hosts tell no answer at all.
      (turn.agent.length + after.length === 0 && before.some(({ agent }) => agent.length > 0))) &&
    !later.some((each) => overlap(each.keys, keys) > 0)
  );
}

/** Sentences of a prompt that are heard. */
const HEARD = 3;

/**
 * Signs that what a sentence leaves open is open when its session ends: how likely its words leave something open, and how it
 * is taken in its turn and the two that follow. “Who tests it?” – “Bob, on Monday” stays open, “nobody, a warning will do” settles it.
 */
export function stayingSigns(sentence: Sentence, places: readonly Place[], at: number, isRun = false) {
  const [place, next, second] = places.slice(at, at + 3);
  const { person = [], agent = [], runs = [] } = place?.turn ?? {};
  const isAgent = sentence.speaker === 'agent';
  const own = isAgent ? agent : person;
  const where = own.indexOf(sentence);
  const most = (
    weigh: typeof openness,
    by: Place | undefined,
    said: readonly Sentence[] = by?.turn.person.slice(0, HEARD) ?? [],
  ) => Math.max(0, ...said.map((each) => (by ? weigh(each, by) : 0)));
  const opens = (said: readonly Sentence[]) => most(openness, place, said);
  const taken = keysAmong(next ? [...next.turn.person.slice(0, HEARD), ...next.turn.agent] : []);
  return {
    open: opens([sentence]),
    ahead: opens(own.slice(Math.max(0, where - 1), where)),
    behind: opens(own.slice(where + 1, where + 2)),
    beside: opens(own.filter((other) => other !== sentence)),
    reply: isAgent ? most(openness, next) : opens(agent.slice(0, 2)),
    closing: isAgent ? 0 : opens(agent.slice(-1)),
    next: most(openness, next),
    nextWorth: most(worthOf, next),
    nextWorks: Number(next !== undefined && isWorked(next.turn)),
    second: most(openness, second),
    secondWorth: most(worthOf, second),
    worth: most(worthOf, place, [sentence]),
    prompt: most(worthOf, place, person),
    agent: Number(isAgent),
    question: Number(isQuestion(sentence.text)),
    later: Number(sentence.cues.has('later')),
    run: Number(isRun),
    fails: runs.filter(({ failure }) => failure).length,
    unsaid: own.length - 1 - where,
    taken: overlap(sentence.keys, taken),
    after: places.length - 1 - at,
  };
}

/** Something was changed in it, or ran well. */
export const isWorked = ({ edits, runs }: Turn): boolean =>
  edits.length > 0 || runs.some(({ failure }) => !failure);
