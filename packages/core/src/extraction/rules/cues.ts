import { finderOf, type Word } from './phrases.ts';

/**
 * The phrases of each function, English, German, French and Spanish, `;` between them (`phrases.ts` tells how they are
 * written). Sessions mix languages, so that all are looked for in all of them.
 */
const PHRASES = {
  /** It forbids, for good. */
  never: `never|nowhere|no-go|nogo; not ever; no longer than; dont|not ~6 ever|anywhere|anymore; dont ~6 again; must not|never; mustnt|shant; shall not;
      is|are not|never allowed; not permitted|negotiable|optional; forbidden|taboo|off-limits|prohibited; under no circumstances; on no account;
      hands off; without asking; nobody|no-one ~1 may|can|should|is|touches; no one may|can|should; not a single; no ~4 anywhere|whatsoever|ever|please|pls;
      no ~4 in this|our house|repo|project|codebase|team|code; we never; we dont use|write|do|allow|accept|commit|store|log|embed|ship|want|put|mock|support|merge|push|deploy; i dont want !to|it|that|you; i dont ever; stop ~1 adding|using|making|writing|creating|doing|putting|removing|calling|bumping|committing;
      no exceptions; we no longer; never ever; not ~2 without; leave ~5 alone; dont touch; keep ~4 out of; instead of ever; wont have;
    nie|niemals|nirgends|nirgendwo|keinesfalls; auf keinen fall; unter keinen umständen; kein|keine|keinen|keiner|keinerlei ~6 mehr|nirgends|bitte;
      keine|kein|keinen ~3 in diesem|unserem|dem; nicht ~6 mehr|niemals; darf|dürfen|soll|sollen|kann ~5 nicht|nie|kein|keine|niemand|keiner|keinen; soll niemand|keiner; niemand|keiner darf|soll|dürfen;
      verboten|tabu|untersagt; ohne rückfrage; will ~6 nicht; will|möchte kein|keine|keinen; nicht tagsüber|nachts|direkt|automatisch; finger weg; lass ~4 in ruhe; hört auf; mag ~2 kein|keine|keinen; bitte|bitte, nicht|kein|keine|keinen;
    jamais; ne|n' ~3 plus; plus jamais; il ne faut pas; ne ~2 pas ~4 sans; interdit|interdite|interdits; en aucun cas; pas de ~4 dans|ici|svp|nulle; nulle part; on ne ~3 pas|jamais; personne ne; aucun|aucune ~4 dans; plus de ~2 svp;
    nunca|jamás; nada de; no ~3 más; prohibido|prohibida; en ningún caso; bajo ningún concepto; nadie ~1 debe|puede; no se puede|debe|toca|permite; no hay que; sin preguntar; ya no; no quiero`,
  /** It orders, for good. */
  always: `always; from now|here on; at all times; as a rule; every single time; going forward; house rule; rule|convention|policy : ; rule from|here|is; the|our rule|convention|policy|standard|contract ~4 is|says;
      no exceptions; without exception; make it a habit; remember that|this|: ; keep in mind; once and for all; for good; in general; generally; everything|everyone|everybody|all|nobody ~2 except; everything|everyone|all but; nothing except; each|every ~2 morning|day|night|week|month|quarter|year|sprint|monday|tuesday|wednesday|thursday|friday|saturday|sunday; for the future; for future; rule for; every|each ~3 must|gets; only ever; until further notice; by law|contract|design; we're|were ~2 only; never again;
      stick to ~6 style|format|convention; as agreed; signed off by; the same way; all ~3 must|should|go|have; we write|spell|name|round|version|tag|pin|count|measure|speak ~6 in|with|as|per|by|at; has|have|needs|need to ~4 any|every|all; ^ ~4 next time !i|it|you|we|they;
    immer|stets|grundsätzlich|durchgehend|ausnahmslos|jedesmal; jedes mal; jeden|jede|jedes ~2 tag|abend|nacht|woche|monat|quartal|jahr|montag|dienstag|mittwoch|donnerstag|freitag; ab jetzt|sofort|heute; von nun an; künftig|zukünftig; in zukunft; für alle zeiten; nur noch;
      ausschließlich; regel : ; regel ist; vorgabe|vorschrift ist|lautet; so ~3 immer gemacht; merk dir; wie vereinbart|abgesprochen|besprochen; laut ~3 beschluss|vertrag|ordnung|satzung; im vertrag|gesetz; überall; einheitlich; wir schreiben|runden|zählen|messen|nennen|benennen|versionieren ~6 in|mit|als|pro|auf|je;
    toujours|désormais|dorénavant|systématiquement; à partir de maintenant; à l'avenir; à chaque fois; par défaut; uniquement|exclusivement; la règle; rappelle-toi; souviens-toi; partout;
    siempre|únicamente|exclusivamente; a partir de ahora; de ahora en adelante; en adelante; cada vez; por norma; la regla|norma; recuerda|recordad que; en todas partes`,
  /** It forbids or limits, perhaps only now. */
  must: `everywhere|must|needs|mustnt|shouldnt|except; has|have to; needs to; should|shall; only; nobody; we write|use|call|name|keep|put|spell|version|store|sort|round|test|measure|count|speak|pin|tag ~6 in|for|with|at|on|from|as|per|by; not ~1 but; at most|least; at the latest; no more|less|later|earlier than; max|min|maximum|minimum; until|unless; ^ no; , no; and no; dont; cap|limit|capped|limited at|to|by|of; below|above|over|under|within #; once per; stays|stay|remain|remains; never mind; per ~1 not per; not ~1 per; careful with; as ~2 as possible;
    überall|muss|müssen|soll|sollen|sollte|sollten|darf|dürfen; nur; höchstens|mindestens|maximal|spätestens|frühestens; nicht mehr als; kein|keine|keinen; bis|unter|über|ab|um #; nicht; bleibt|bleiben|bleib; pro ~1 nicht pro; wir schreiben|nennen|verwenden|benutzen|runden|zählen|messen|speichern|testen; vorsicht mit; einhalten; ohne; falls|sobald; erst;
    doit|doivent|faut|devrait; au plus|moins|maximum; ne ~2 que; pas plus|moins; reste|restent; on écrit|utilise|appelle|garde|arrondit|compte; sauf; sans; jusqu'à|avant; attention à;
    debe|deben|hay|debería; tiene|tienen|tenemos que; como máximo|mínimo; no más|menos; queda|quedan|sigue; usamos|escribimos|llamamos|redondeamos|contamos; salvo|excepto; sin; hasta|antes; cuidado con`,
  /** It forbids, in the words of an order. */
  forbid: `^ ~2 dont|no; , dont|no; and dont|no; please|pls dont; but dont|no; so dont;
    ^ ~2 kein|keine|keinen; und|bitte|aber|, kein|keine|keinen; und|bitte|aber nicht;
    ^ ~1 ne|n'|pas; et|, pas de; surtout pas; , ne|n';
    ^ ~1 nada de; ^ ~1 no ~3; y|pero|, no ~1; , nada de`,
  /** It says what is to be, and what is not. */
  contrast: `, not; , never; , and not; , but not; not ~2 but; instead of; rather than; and not; !is|are|was|were|be|been|do|does|did|has|have|had|will|would|can|could|should|must|may|might|why|if|or|to|of|i|we|you|they|it|that|this|there|still|just|really|maybe|probably|i'm|it's|its|we're|they're|that's|thats|you're|so|then|certainly|actually not !sure|yet|really|only|just|so|too|quite|even|that|because|working|found|able|been|being|to|all|in|if|as|possible|necessary|needed;
    , nicht|kein|keine|keinen; und nicht; nicht ~6 sondern; statt ~3; anstatt;
    , pas; , non; et pas; plutôt que; au lieu de;
    y no; sino; en vez|lugar de`,
  prefer: `i'd|we'd|id prefer|love|appreciate|rather !be|have|see|know; i|we prefer; i|we ~1 would prefer|appreciate; i|we like|love|hate|want !to|it|that|this|how|your|you|us|where|what|the|me; i like the ~3 in|with|without|as; ^ prefer; i find ~4 easier|better|nicer|cleaner; makes my life easier; my preference; can you keep to;
    ich mag|bevorzuge|hätte|wünsche; ich möchte|will kein|keine|keinen; mir ~2 lieber|wichtig; wär|wäre mir; hab ~4 lieber|gern|gerne; finde|find ~3 gut|besser|schöner; will ~5 nicht sehen;
    je préfère|préférerais|déteste; j' aime|aimerais que; on préfère; plutôt ~3 que; ce serait mieux;
    prefiero|preferimos|preferiría|odio; me gusta|gustan|gustaría que; mejor ~3 que; nos gusta`,
  /** Names who has a say: a contract, the legal department. */
  authority: `legal|compliance|security|privacy|audit|auditor|auditors|lawyers|management|boss|ceo|cto|ops|sre|finance|accountant|accounting|regulator|authority|manufacturer|mech|hr|dpo|doctor|board ~4 says|said|wrote|writes|confirmed|mentioned|wants|want|insists|insist|was|were|requires|require|demands|forbids|allows|told|decided|agreed|signed|approved|tuned|would|guys|office|needs;
      contract|law|regulation|gdpr|licence|license|licenses|regulations|guideline; change request; risk file; accountants|accountant|customers|clients|customer|client|team|people|translators|users|riders|nurses|players ~1 insists|insist|hate|love|want|need|rely|expect|asked|complain|complained; the rule|standard is; according to ~3 contract|law|spec|auditor|legal|policy; cleared|agreed with; insists;
    rechtsabteilung|datenschutz|compliance|revision|chef|leitung|stadtrat|betriebsrat|buchhaltung|steuerberater|behörde|ministerium|hersteller|gesetz|vertrag|rahmenvertrag|vorschrift|norm|satzung|beschluss|ordnung|verordnung|richtlinie|dsgvo; benutzungsordnung; laut ~2; mit ~3 geklärt|abgesprochen|vereinbart; besteht darauf; der kunde ~2 will|braucht|besteht;
    juridique|conformité|contrat|loi|règlement|rgpd|comptable|direction|chef|client ~2 dit|veut|exige|insiste|impose; selon ~2 contrat|loi|règlement; le contrat|règlement|comptable|client; la loi|direction;
    legal|cumplimiento|contrato|ley|reglamento|rgpd|contable|gestor|dirección|jefe|jefa|cliente ~2 dice|quiere|exige|insiste|manda; según ~2 contrato|ley|norma; por contrato|ley; el contrato|reglamento|cliente; la ley`,
  /** It chooses. */
  decide: `let's|lets go|keep|take|use|stay|stick|drop|switch|do|make|have|move|put|set|call|leave|limit; go|going|went with|for; we go|take|keep|use|stay|drop|switch|went; we'll|well take|keep|use|stay|go; i'd|id|i'll take|go|keep|use|leave|pick|say; take|took|choose|chose|pick the|option|a|number; stay|stays|staying|stick|keep|sticking on|with|at|to|it|the|both;
      settled on; decided; we|i|team agreed|chose|settled|rejected|decided; rather; make|set ~3 to|at #; leave ~3 at|as|on|then|alone; ^ ~4 then; drop|ditch|skip|remove|replace|move|rename|switch the|it|that|this|to|them; use|uses ~6 not|for|in|only|instead; not worth; is enough|fine|ok|okay; are ok; we're|were on|at|using; switch|go|roll back|over to; back to; change ~3 to; better ~3 than; option|variant #|a|b|c|d; so #; no wait; should ~2 be; ensure|make sure; counts as; tried|tested|evaluated ~14 and|but rejected|dropped|discarded|abandoned; goes|belongs|go into|in|to|through; is|are counted|measured|stored|kept|rounded|sent|called; from ~3 to #;
    nehmen|nimm|nehmt|nehme wir|den|die|das|#; wir nehmen|bleiben|machen|lassen|gehen|behalten|verwenden|benutzen|haben|rechnen|bestellen; es bleibt|gilt; bleibt|bleiben|bleib bei|es|so|auf; stattdessen; lieber; dann|und ~4 halt|eben|so; ^ dann; mach|macht|machen ~3 draus|auf|daraus|es|das; setz|setzen|stell|stellen ~3 auf|um; auf # ; runter|runtersetzen|hochsetzen|umstellen|einstellen; entschieden|beschlossen|vereinbart|geeinigt|geklärt; variante|option|lösung #|a|b|c; gilt|zählt|gelten|zählen; egal; reicht|genügt; lassen wir; weg damit; raus|rein damit; soll|sollen ~4 sein|werden; einfach; ist richtig; ersetzen|ersetze|umbenennen; doch ~2 lieber;
    on prend|garde|part|reste|met|laisse|passe|utilise|fait|va; prenons|gardons|restons|mettons|utilisons|partons|passons; plutôt; au lieu de; à la place; va pour; mets|mettez|garde|utilise|passe|laisse ~3 à|en|le|la|les|sur; décidé|choisi|convenu; option|variante #|a|b|c; ça suffit|marche; alors ~3 $; ce sera; remplace|renomme;
    vamos|usamos|usemos|dejamos|dejemos|nos quedamos|quedamos|ponemos|cogemos|elegimos con|a|el|la|lo|los|en; mejor; en vez|lugar de; pon|ponlo|déjalo|deja|usa|cambia|súbelo|bájalo ~3 a|en|el|la|#; decidido|elegido|acordado; opción|variante #|a|b|c; entonces ~3 $; pues; quédate; basta; reemplaza`,
  /** It calls itself a decision. */
  decided: `we|we've|i|i've|team|board ~2 decided|chose|chosen|agreed|settled|opted|picked !for|me; we|i|team ~1 decided for|to|on|against; we're|are going with; i|we|i've|we've ~1 tried|tested|evaluated|considered ~20 rejected|dropped|discarded|abandoned; ruled out; so|then we ~1 stay|keep|use|take|leave|switch|go; decided|decision|resolution|agreed|outcome ~4 :; made up my mind; voted for; signed off; final call;
    haben|habe|hab|hat|wurde|wird|ist ~8 entschieden|beschlossen|vereinbart|geeinigt|festgelegt|geklärt|abgesprochen; entscheidung|beschluss ~5 :; uns|wir ~3 einig; wahl fiel; beschlossen ist|wurde; festgehalten;
    a|ai|avons|est|été ~4 décidé|choisi|convenu|tranché|validé|d'accord; décision ~4 :;
    hemos|he|ha|han ~2 decidido|elegido|acordado|optado; decidimos|acordamos|elegimos|quedamos|acordó; decisión ~4 :`,
  /** It leaves a decision or a cause open. */
  undecided: `if|whether|unless|should|could|might|maybe|perhaps|once|before|when|let|you we|i|the|you decide|decided; if|whether|unless|should|could|might|maybe|perhaps|imagine we|i|the; not|never|havent|hasnt|nothing|cant ~2 decided|decide|agreed|settled|make; agreed on nothing; no|unknown root cause; not the root cause; was|were rejected; undecided|unsettled; who|why|what ~2 decided|decide;
    noch|nichts|nicht|keine ~3 entschieden|beschlossen|vereinbart|geklärt|festgelegt|entscheidungen; wer|wenn|falls|ob ~6 entscheiden|entschieden|entscheidet|beschlossen; ungeklärt;
    pas|rien ~2 décidé|tranché|choisi|convenu; qui ~3 décidé; si on|nous ~1 décide;
    no|nada ~2 decidido|acordado|elegido; quién ~1 decidió|decide; si decidimos; sin decidir`,
  /** It tells how something is built. */
  built: `is|are split|layered|organized|organised|divided into|as|by; the architecture is|of;
    ist|sind ~2 aufgeteilt|gegliedert|geschichtet in|nach`,
  /** It tells something that was found out. */
  learned: `turns|turned out that|to; we|i discovered|learned|noticed that; we|i found out that; ^ measured;
    hat|haben sich herausgestellt|gezeigt; stellt|stellte sich heraus`,
  reason: `because|since|otherwise|therefore|cause|cuz|its; it's; they're; that's; or the|we|else|people; our ~2 checks|needs|expects|reads|relies|depends; used to; just cant; last time|year|month|week; so that; so nobody; due to; that's|thats why|how; in order to; else; or else; as ~1 is|are; anything|everything below|above|else; we had|tried;
    weil|denn|damit|sonst|eh|deshalb|deswegen|daher|wegen|nämlich|andernfalls; da ~3 ist|sind; so dass;
    parce que|qu'; sinon|puisque|donc; à cause; pour que|éviter; c'est pour;
    porque|puesto|pues; ya que; si no; para que|evitar; por eso; debido a; sino`,
  /** It names what was the matter. */
  cause: `root cause; ^ ~1 cause|culprit|reason|problem|issue|bug ~2 is|was|:; caused|triggered|eaten|broken by; comes|came|stems|stemmed|resulted from; turned|turns out; found it|the; boils down to; traced|tracked ~2 to; it was ~6 that|which; which|that|this explains|is why; that's|thats|which's why; the reason ~5 is; was|were because; due to ~8; fails|failed|failing|breaks|broke|hangs|crashes because|since|when; that was it;
    ursache|ursachen; der grund|fehler|haken|auslöser; grund|fehler ist|war|dafür; lag|liegt ~2 an|daran|am; gefunden; schuld war|ist|daran; verursacht; kommt|kam daher|davon|vom; deshalb ~6; deswegen ~6; stellte sich heraus; erklärt|erklären ~4; hängt ~3 zusammen;
    la cause|raison|coupable; cause racine; causé|provoqué|dû par|à; vient|venait de; à cause de; trouvé; c'est|c'était ~6 qui; explique; le problème|souci|bug est|était|vient|venait;
    la causa|razón|culpa; causa raíz; causado|provocado por; se debe|debía a; viene|venía de; encontrado|encontré; el problema|error|fallo es|era|está|estaba|viene; por eso; resulta que; era ~6 que|quien`,
  /** It may explain something. */
  explain: `because|since|but|so|instead|only|never|always|whenever|whereas|although|while; without|until|unless; which means; not ~3 but; treated|expects|expected|ignores|overwrites|truncates|drops|strips|skips|waits|assumes|loses|opens|closes|sends|returns; no longer; rather than; same;
    weil|aber|sondern|nur|erst|nie|immer|obwohl|während|dadurch|sodass|daher|wodurch|sobald; ohne; statt; nicht ~5 sondern; so dass; gleich;
    parce|mais|alors|seulement|jamais|toujours|donc|tandis|quand; sans; au lieu; ne ~2 que; même;
    porque|pero|así|sólo|solo|nunca|siempre|mientras|aunque|cuando; sin; en vez; mismo`,
  guess: `dont worry|know|think|understand|care|mind|forget|see|have; no idea|problem|worries|need|clue|rush|hurry|way|wonder; i ~1 wonder; i'm|im considering|thinking|wondering; not|isnt|arent|doesnt|can|could|might|definitely|nearly|almost|not always|necessarily; as always; not necessarily; maybe|probably|perhaps|presumably|possibly|likely|might|suspect|guess|apparently|seems|seemingly; could be|also|well; i think|believe|assume|suppose; not sure; my ~2 guess; looks like; if ~4 right; let me try|check|look|see; may be|have;
    vielleicht|vermutlich|vermutung|vermute|wahrscheinlich|möglicherweise|eventuell|könnte|könnten|evtl|wohl|scheint; ich glaube|denke|tippe|nehme an; sieht ~2 so aus; nicht sicher; ich probiere|versuche; mal sehen;
    peut-être|probablement|sans doute|possible; peut être; je pense|crois|suppose|soupçonne; il semble; on dirait; pas sûr|sûre; j' essaie;
    quizás|quizá|probablemente|posiblemente|supongo|sospecho; tal vez; creo|pienso que; puede ser|que; parece; no estoy seguro|segura; a lo mejor; voy a probar`,
  /** It speaks of what is not, or of what may be one day. */
  unreal: `if we|i|they|you ever; one|some day; someday; in theory; imagine; hypothetically|theoretically; what would|if|happens|happen; would it|that|we; just asking|curious|wondering; were we to; could we ever; suppose; i wonder; wondering if|whether; in an ideal world; if only;
    was würde|wäre; falls wir je|jemals|mal; wenn wir je|jemals; nur mal so; theoretisch; rein hypothetisch; angenommen; würde es ~3 bringen; nur so gefragt; irgendwann mal; eines tages; wenn wir ~2 mal|irgendwann; beste wär|wäre ja; wär|wäre ~2 geil|cool|lustig|witzig|schon;
    un jour; si jamais; si on ~3 un jour; en théorie; imagine|imaginons|supposons; que se passerait; juste pour savoir;
    algún día; si alguna vez; en teoría; imagina|imaginemos|supongamos; qué pasaría; por curiosidad; solo por saber`,
  joke: `lol|haha|hahaha|hehe|hihi|harr|lmao|rofl; joke|joking|kidding|jk|sarcasm|sarcastic|ironically; over my dead body; yeah right; sure , and;
    haha; scherz|spaß|witz|ironie|ironisch|sarkastisch; schon klar;
    mdr|blague|plaisante|rigole|ptdr;
    broma|bromeo; es coña`,
  /** It passes on what somebody else says, or what was read. */
  reported: `colleague|friend|coworker|somebody|someone|blog|article|forum|page|post|site|website|wiki|runbook|readme|docs|documentation|manual|tutorial|spec|book|thread|answer|comment|file|mail|email|ticket|document|guide|vendor|instructions|output|log|warning|plan|pr|issue|prompt ~6 says|said|states|claims|claimed|recommends|suggests|wrote|writes|mentions|advises|demands|requires|asks|tells; says|states|claims; say that|to|the|it; according to; it says|states; documented as; i read; the docs|page|readme say; on the internet|web; as written in; .md says; quoted|quote; the|their suggestion;
    kollege|kollegin|jemand|seite|wiki|doku|dokumentation|handbuch|artikel|blog|forum|beitrag|readme|datei|mail|anleitung|ticket|notiz|lieferant|hersteller|mühle ~5 schreibt|sagt|steht|meint|behauptet|empfiehlt|verlangt|besagt; dort|da|darin|drin|hier steht; steht ~3 dass|drin; schreibt|sagt|meint|behauptet , dass; laut ~1 seite|doku|wiki|artikel|datei|readme|protokoll; heißt es; angeblich; im internet|netz; im wiki;
    collègue|page|article|blog|forum|doc|documentation|readme|fichier|wiki|mail|site|quelqu'un ~5 dit|indique|affirme|recommande|écrit|conseille|demande|précise; il est écrit|indiqué; selon la|le|l' page|doc|article|site; d'après; c'est écrit; dit|indique que;
    compañero|compañera|página|artículo|blog|foro|doc|documentación|readme|archivo|fichero|wiki|correo|sitio|alguien ~5 dice|indica|afirma|recomienda|escribe|aconseja|pide; está escrito; según la|el página|doc|artículo|sitio; dice|indica que; pone que`,
  /** It speaks of another project. */
  elsewhere: `other|another|previous|last|old|different project|job|company|team|repo|product|gig|life|startup|employer; in the ~2 project we|i; at my|our old|last|previous; back at; where i worked; at the ~3 company; elsewhere we|i;
    anderen|anderes|letzten|vorigen|früheren|alten projekt|job|firma|team|arbeit; im ~2 projekt haben|hatten; bei meiner alten|letzten; in der alten|vorigen; damals bei;
    autre|ancien|ancienne|dernier|précédent projet|boulot|boîte|équipe|entreprise|poste; dans mon|l'|un ancien|autre;
    otro|anterior|antiguo|último|pasado proyecto|trabajo|empresa|equipo; en mi anterior|antiguo|otra; proyecto|trabajo|empresa anterior|antiguo|antigua`,
  /** It tells of people who are not those that work on this. */
  others: `colleague|colleagues|coworker|coworkers|friend|friends|buddy|brother|brother's|sister|sister's|cousin|uncle|dad|mum|neighbour|neighbours|neighbor|neighbors|neighbour's|competitor|competitors|competition|commercial; other|others|next ~1 team|teams|plant|building|town|village|office|lab|labs|company|department|floor|club|shop|school|station|people|guys|folks|crew|group; team|crew|folks|guys|people|office ~1 upstairs|downstairs|next door|over there; somewhere|everyone|everybody else; swear|swears by; they are|they're happy;
    kollege|kollegin|kollegen|kumpel|freund|freundin|bruder|schwester|schwager|nachbar|nachbarn|nachbarin|onkel|konkurrenz; andere|anderen|andern|nächsten ~1 werk|gebäude|ort|dorf|büro|labor|firma|abteilung|stock|verein|laden|schule|leute; drüben|nebenan|anderswo; schwört|schwören ~2 drauf|darauf;
    collègue|collègues|copain|copine|ami|amie|frère|sœur|soeur|voisin|voisine|voisins|concurrence|concurrents; autre|autres ~1 équipe|usine|bureau|labo|boîte|service|étage|club|école; d' à côté; en face;
    compañero|compañera|compañeros|amigo|amiga|hermano|hermana|primo|vecino|vecina|vecinos|competencia; otro|otra|otros|otras ~1 equipo|planta|oficina|laboratorio|empresa|departamento|piso|club|escuela|gente; de al lado`,
  /** It turns down what the sentence before it told. */
  rejects: `^ no|nope|nah|nay $; ^ no|nope|nah|nay .|!; ^ no no; ^ no , ~2 $; ^ ~2 madness|bonkers|nuts|rubbish|nonsense|absurd|bollocks|crazy|bullshit; that's|thats ~1 madness|bonkers|nuts|rubbish|nonsense|silly|absurd|crazy; we|i wont $; not us|ours $; not for|with us|me $; just saying; ^ we stay $; dream on; i|we disagree; yeah right;
    ^ nein|nee|ne|nö $; seh|sehe ~2 nicht|anders ~1 $; bei|mit uns|mir nicht $; ^ ~2 irre|wahnsinn|blödsinn|quatsch|unsinn|schwachsinn|träum|träumchen; nur so $; von wegen; ^ wir bleiben $; wir nicht ,|.|!|$;
    ^ non $; n'importe quoi; pas chez|pour nous $; juste comme ça; ^ on reste $;
    ni hablar; qué va; qué tontería|locura; nosotros no $; aquí no $; solo digo; ^ nos quedamos $`,
  /** It takes back what was just said, proposed or read. */
  retract: `ignore|forget|skip|scratch it|that|this|them|these|the|what; ignore|ignored|nonsense|outdated|obsolete|bullshit|irrelevant; never mind; nevermind; not true|right|correct; isnt true|right; wrong; is|was a mistake; dont believe; disregard; doesnt apply|hold; no longer applies|true|valid; from the old|previous; ^ no ,|.|!; lol no; whatever; i take that back; my mistake; false alarm; not our|us;
    vergiss|vergesst|ignorier|ignoriere|ignorieren; veraltet|quatsch|unsinn|blödsinn|falsch|überholt; stimmt ~4 nicht; glaub|glaube ~2 nicht; nicht richtig|wahr|gültig; egal was; gilt nicht|nicht mehr; fehlalarm; ^ nein ,|.|!; ^ nee ,|.|!; daran ~2 nicht; das ist ~2 alt;
    oublie|oubliez|ignore|ignorez|laisse|laissez tomber|ça|le|la|les; n'importe quoi; obsolète|périmé|faux; c'est faux; pas vrai; ne ~2 plus valable; ^ non ,|.|!; fausse alerte; dépassé;
    olvida|olvídalo|ignora|ignóralo|descarta; obsoleto|desactualizado|falso|tontería|mentira; no es cierto|verdad|así; ya no vale; ^ no ,|.|!; falsa alarma; ni caso`,
  /** It is left for later or for others. */
  later: `todo|to-do|fixme; ^ ~2 open ~1 $; leave|put|keep|let|seems ~3 open; not now|yet|today; do|add|fix|handle|address|discuss|tackle|revisit|worry|look|come|clean|think|bump|leave|it|that|them ~5 later; ^ later; for|maybe later; another|some other day|time; next week|sprint|month|release|step|steps|iteration|version|quarter|monday|tuesday|wednesday|thursday|friday; someone|somebody ~2 has|needs|must|should|will; still to|open|missing|unfinished|unresolved; still needs|need|has|have to; left open|for; stays|remains open; as an open; keep ~3 open; on the|my|our list; remind|ask me; have|has not ~2 run|been|done|finished|connected|tested; havent|hasnt ~2 run|tested|connected|finished|decided|released|done|verified; only a todo; after the release|demo|holidays|launch|freeze|vacation; follow up; follow-up; when ~3 is back; back on monday; park it|that|this; parked; someone|somebody|anyone with|for; someone|somebody|anyone ~3 to|find|look|looks|check; by|for someone|somebody; waiting for|on; is|are|remains ~2 unsolved|unexplained|untested|unknown|outstanding|unresolved|incomplete; not ~2 solved|covered|touched|translated|explained|answered|clear|included; no ~3 yet; no answer; nobody ~3 yet|far; needs|need ~1 checking|testing|looking|owner|answer|clearing|fix; on hold; half done; to be solved|clarified|checked|decided; backlog; i still owe|must|need|have; is still !the|a|in|on; some day; when somebody|someone; postpone|postponed|defer|deferred; separate pr|ticket|issue; cant|cannot ~2 run|be run|say|reach|test; couldnt ~2 run|reach|test; to be done; for the ~2 team|people; have to think; dunno; undecided|unclear; to do :; until ~3 is back|released|approved|decided; fast follow;
    ^ ~2 offen ~1 $; lass|lassen|lasst ~3 offen; mach|machen|kommt|kommen|erledigen|anschauen|kümmern|erst|lieber ~4 später; später ~2 machen|mal|noch; ^ später; demnächst; nicht jetzt|heute; noch nicht|offen|nötig; ein andermal; andermal; nächste|nächsten|nächster|nächstes woche|sprint|monat|release|mal|montag|dienstag|mittwoch|donnerstag|freitag; jemand|irgendwer|irgendjemand ~2 muss|sollte|müsste|soll; muss|müsste|sollte jemand|irgendwer|noch ~6; noch ~3 offen|fehlt|machen|ausstehend|zu tun|prüfen|klären; fehlt|fehlen noch; steht|stehen noch|aus; bleibt|bleiben ~2 offen|rot|liegen; offen sind|ist|bleibt; offener punkt; offenen punkt; todo; nach dem release|urlaub; erinner ~1 mich; frag mich; auf die liste; vertagt|zurückgestellt|vertagen; warten ~1 auf; überlegen; weiß ~2 noch nicht; irgendwann; lass|lassen ~6 liegen; keine ~2 lösung|antwort|ahnung; ungeklärt|unklar|ungelöst|ungetestet; noch ~3 kein|keine|keinen|niemand|keiner; noch ~1 gar|nicht; keiner|niemand ~3 noch|bisher; muss|müssen|müsste ~5 geklärt|geprüft|abgestimmt|klären|abstimmen|jemand|prüfen; wer ~1 klärt|kümmert|macht|prüft; stehen|steht ~3 aus; kümmert ~4 jemand; eigenes ticket; nicht erreichbar; nicht sagen|testen|prüfen; vorerst; starte ~3 nicht; erst wenn;
    plus tard; pas maintenant|encore|aujourd'hui; à faire; une autre fois; semaine|mois|sprint prochaine|prochain; prochaine|prochain fois|sprint|version; quelqu'un doit|devra|devrait; il faudra; reste|restent à|ouvert; il reste; rappelle-moi; demande-moi; sur la liste; après la livraison; en attente; à réfléchir; je ne sais pas encore; reporté; en suspens; inexpliqué|inexpliquée; faut|faudra|doit encore; quelqu'un ~1 doit|purge|vérifie|regarde; personne ~3 encore; pas encore ~2; toujours pas; on verra; de côté; à reprendre|vérifier|revoir|tester|clarifier; au t1|t2|t3|t4; pas clair; pour l' instant; impossible de ~2 lancer|joindre;
    más tarde|adelante; luego; ahora|hoy no; todavía|aún no; por hacer; otro día; próxima|próximo semana|sprint|versión|mes; semana que viene; alguien ~1 tiene|debe|debería; queda|quedan|falta|faltan por|pendiente|hacer; pendiente|pendientes; recuérdame; pregúntame; en la lista; lo pensaré; no sé todavía; habrá que; hay|falta|queda|quedó ~1 que|por|sin ~1 preguntar|probar|aclarar|revisar|decidir|hacer|traducir|saber; sin probar|resolver|explicar|aclarar; nadie ~4 todavía|aún; todavía|aún ~2 nadie; está|están pendiente|pendientes; lo dejamos|dejamos ~4 para; hace falta; sin fecha; por ahora; después del lanzamiento`,
  /** It names a time to come. */
  when: `in|until|till|til|by|before|after|from|for ~2 january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|easter|christmas|holiday|holidays|vacation|season|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|thu|fri|mon|tue|wed; in|til|until|by may; on ~1 monday|tuesday|wednesday|thursday|friday|saturday|sunday; next ~1 week|month|year|quarter|sprint|season|monday|tuesday|wednesday|thursday|friday|time|spring|summer|autumn|winter|round|meeting; says june|july|august|september|october|november|december|january|february|march|april; this afternoon|evening|autumn|spring|summer|winter; end|start|beginning|middle of ~1 month|year|january|february|march|april|may|june|july|august|september|october|november|december|week|quarter; tomorrow|someday|sometime|soon|hopefully|eventually; at some point; some day|time; one day; till|til|until ~4 says|has|is|are|comes|gets|s; when ~3 have|has|is|are|back|there; first $; back ~1 monday|after|on|in;
    im|bis|nach|ab|ende|anfang|mitte|vor|fürs|für ~2 januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|frühjahr|frühling|sommer|herbst|winter|ostern|weihnachten|urlaub|ferien|saison|quartal|haushalt|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag; am|erst|dann|kommenden|nächsten|nächster|nächste|nächstes montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|woche|monat|jahr|quartal|saison|sprint|mal; bis ~3 nächsten|nächste; morgen|demnächst|irgendwann|bald|hoffentlich|später; erst wenn|nach|mal|muss; bis ~6 geklärt|da|fertig|ist|hat;
    en|avant|après|dès|fin|début|mi|pour ~2 janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|vacances|été|automne|hiver|printemps|pâques|noël; lundi|mardi|mercredi|jeudi|vendredi|semaine|mois|année prochain|prochaine; demain|bientôt|tôt; un jour; plus tard; quand ~4 sera|aura;
    en|antes|después|hasta|para ~2 enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|vacaciones|verano|otoño|invierno|primavera|navidad; el próximo|lunes|martes|miércoles|jueves|viernes; semana|mes|año que viene; mañana|pronto; algún día; más tarde|adelante; cuando ~4 tengamos|esté|haya`,
  /** Somebody has to say, bring or do something first. */
  owed: `must|need to|needs|have to|has to|should|gotta ~2 ask|tell|decide|say|confirm|check|measure|write|talk|clarify|find|look|bring|do; must|need|needs|have|has|should ~1 ask|tell|decide|say|confirm|measure|clarify; ask ~5 first|whether|if|which|about; i'll|ill|he'll|she'll|they'll|will ~1 ask|write|call|bring|check|look|clarify|talk|do|draw|raise|tell; someone|somebody|anyone|whoever|volunteers|board|legal|office|customer|they ~3 must|has|have|needs|need|should|says|decides; needs|need a|an|the ~4 first|from; comes|come with|from|next|in|later; is|are|was|s missing|ordered|coming|due; sets|set it up; does|do it|that|them myself; waiting|wait|waits for|on|till|until; no money|budget|time|data|answer|reply|numbers; dont|doesnt know|have ~3 yet; dont even know; undecided|unclear|pending|unanswered; also|still|ok so|thats an? open; ^ ~3 open :|,|.|$; on|to the|my list; depends on; not|isnt filled|there|here|decided|ordered|built yet; noted|note as|that|it|down|open; just note;
    mit ~3 klären|abklären|besprechen; muss|müssen|müsste|soll ~6 fragen|klären|sagen|entscheiden|holen|messen|schauen|prüfen|bringen|ran|machen|melden; fragen|frage|frag|kläre|klär|klärt|guck|gucken|schau|schauen|melde ~4 ich|wir|mit|noch|erst|im|die|der|mal; ich ~4 nach|frag|frage|ihm|ihr; bestellt|beantragt|ausstehend; weiß ~4 nicht|noch; kein|keine geld|zeit|daten|antwort|zahlen|angebot; wer ~4 kriegt|bringt|macht|weiß; hängt am|an|von; merken|merk ~3 vor; liefert|kommt|kommen ~4 erst|im|am|vom|von; heb|halt ~3 auf|fest; vermerk|notier;
    faut|faudra|doit|dois|devra ~3 demander|décider|voir|vérifier|dire|confirmer|écrire; demande|demander à; voir avec; on attend; en attente; pas ~1 encore; personne ~3 fait; reste à;
    hay que|tengo que|tiene que|debe ~2 preguntar|decidir|ver|confirmar|decir|escribir|pedir; pregunta|preguntar a; esperamos|esperando; falta|faltan; nadie ~3 hecho`,
  /** Something does not do what it should. */
  trouble: `never works|loads|finishes|starts|opens; was|got|were rejected|refused|declined|blocked|denied; problem|problems !details; problem|problems $; broken|breaks|broke|worse|shifted|hurts|rubberband|rubberbands|dangerous|down|unexpectedly|annoyed|eats|idle|forgets|flashes|drops|jumps|stops|twice|higher|lower|fails|failed|failing|fail|hang|hangs|hung|crash|crashes|crashed|error|errors|wrong|vanish|vanishes|lose|loses|lost|losing|slow|stuck|weird|strange|bug|twice|empty|missing|blank|complain|complains|annoyed|ugly|terrible|offline|died|late|flaky|leak|leaks|garbled|freeze|freezes|rejects|disappears; doesnt|dont|isnt|wont|cant|didnt work|find|show|start|load|run|open|see; is|are|gets|loops|hangs|red|broken|fails|crashed|rebooted|down|stuck|slow|wrong again; is|are|get|gets bad; not working; prod|production|site|server|service ~1 down; a lot; finds nothing; nothing happens|comes|shows; no idea|clue; what eats; is it us; why; find out; figure out; what's going on; how come; dig; look into; out of nowhere; too many|few|long|large|big; off by; went from;
    geht|läuft|klappt nie; kaputt|falsch|lahm|langsam|fehler|fehlt|hängt|abgestürzt|leer|doppelt|rot|daneben|murks|weg|verloren|verschwindet|verschwinden|spinnt|beschweren|komisch|seltsam|zurückgegeben|absturz; schlägt|schlagen ~2 fehl; geht|gehen|läuft|laufen|funktioniert|funktionieren|finden|findet|lädt|startet ~4 nicht|falsch; warum|wieso|weshalb; woran; keine ahnung; was ~2 sein; nicht ~2 wenn; zuerst dran;
    cassé|cassée|plante|erreur|erreurs|échoue|lent|lente|faux|vide|perdu|bloqué|bizarre|doublon; ne marche|fonctionne|trouve|démarre ~1 pas|plus; pourquoi; aucune idée; d'où ~1 vient; bogue|bug;
    roto|rota|falla|fallan|error|errores|lento|lenta|vacío|bloqueado|raro|duplicado|cuelga; no funciona|arranca|carga|encuentra|aparece|sale; por qué; ni idea; qué pasa; bug|fallo`,
  /** It confirms what was said, and keeps to it. */
  acknowledge: `understood|noted|agreed|clear|aha|ah|sorry; i|we wont; i'll ~2 note|put; i|we will ~2 keep|remember|leave|note|put; staying on|with|at; of course; nice catch; got it; will do; good to know; makes sense; i'll ~2 keep|remember|stick|use|leave|follow|make|include|only|stay|bear; i wont|keep; it stays; stays|stay at|on|as|with; from now on; then i; then ~4 $; no ~4 then;
    verstanden|notiert|klar|gut|einverstanden|ergänzt|ach; alles klar; ich ~2 bleibe|halte|merke|lasse|gebe|achte|fasse|bereite; es bleibt; dann ~8 ; bleibt ~3 bei; kommt|kommen ohne; so ist es;
    compris|entendu|noté|d'accord|reçu; je ~2 garde|respecte|retiens|laisse|reste|n' ; bien compris; alors ~6; ça reste;
    entendido|anotado|vale|claro|hecho|recibido; de acuerdo; me quedo|ciño; lo tendré; entonces ~6; se queda|quedan; no ~2 toco`,
  /** It tells what was done. */
  did: `^ ~2 i|i'll|i've|i'm|i'd|we'll; let me; looking at; checking; on it; ^ added|created|done|fixed|rewritten|changed|set|updated|committed|removed|moved|both|all; committed; tests pass|passed; everything passes; is in|done|in place; ready;
    ^ ~2 ich; angelegt|ergänzt|geändert|erstellt|hinzugefügt|committet|erledigt|eingetragen|eingebaut; tests|alles ~4 grün; fertig;
    ^ j'; ^ je; ajouté|créé|modifié|mis|fait|supprimé; tests ~3 passent; terminé;
    ^ he|hemos|voy; añadido|creado|cambiado|hecho|modificado|eliminado; pruebas|tests ~3 pasan; listo`,
} satisfies Record<string, string>;

/** The role of a phrase in a conversation. */
export type Cue = keyof typeof PHRASES;
export const CUES = Object.keys(PHRASES) as Cue[];

/** How a thing is ordered for good, or at least said to be so. */
export const LASTING: readonly Cue[] = ['never', 'always', 'prefer'];

const finders = new Map(CUES.map((cue) => [cue, finderOf(PHRASES[cue])]));

/** Which cues a sentence holds. */
export class Cues {
  readonly #words: readonly Word[];
  readonly #found = new Map<Cue, boolean>();

  constructor(words: readonly Word[]) {
    // The “nie” of Polish is “not”.
    const isPolish = words.some(({ text }) => /[ąęłńśźż]/.test(text));
    this.#words = isPolish ? words.filter(({ text }) => text !== 'nie') : words;
  }

  has(...cues: readonly Cue[]): boolean {
    return cues.some((cue) => {
      const isFound = this.#found.get(cue) ?? finders.get(cue)!(this.#words);
      this.#found.set(cue, isFound);
      return isFound;
    });
  }
}
