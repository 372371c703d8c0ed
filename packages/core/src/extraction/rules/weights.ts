/** Weights of the signs of a sentence, as `npm run bench -- train-sessions` learned them: of being worth a memory by speaker, and of leaving something open. */
export const LEARNED = {
  person: `
    bias -2.65; decide 0.77; acknowledge 0.16; unended 0.57; keys 1 -0.30; words 3 -0.43; agent 0 0.64;
    prompt 80 0.61; first -0.08; agent 3 0.53; edits 0.19; keys 4 0.27; number 0.54; leans -0.33; reason 0.21;
    points -0.54; must 1.00; words 6 -0.33; authority 0.36; keys 8 0.69; forbid 0.59; explain 0.28;
    keys 2 -0.08; contrast 0.91; always 1.35; prefer 1.32; complaint -0.70; retract -1.39; condition 0.27;
    never 1.14; reported -1.25; question -0.57; asked -1.02; later -1.99; cause 0.70; unreal -1.09; guess -0.45;
    keys 0 -0.96; elsewhere -0.54; keys more 0.33; agent more -0.24; prompt 1500 -0.83; code -1.10;
    words 40 0.51; after trouble -0.42; prompt 300 0.16; agent 10 -0.98; counted -0.06; acknowledged 0.18;
    place -0.84; before reason -0.07; words more 0.13;`,
  agent: `
    bias -2.05; reason 0.51; explain 0.79; keys 8 0.44; words 12 0.31; never 0.35; cause 1.69; words 24 0.39;
    trouble 0.33; keys more 0.34; leans 0.15; number 0.31; keys 4 0.26; contrast -0.23; points -0.84; did -0.56;
    must -0.27; later -0.51; forbid -0.54; acknowledge -0.45; keys 1 -0.47; keys 2 0.09; words 6 -0.53;
    guess -0.72; always 0.06; reported -0.46; code -0.12; question -0.33; decide 0.40; keys 0 -0.65;
    words 3 -0.46; place -0.68; words 40 0.28; agent more -1.06; goes on -1.06; asked -0.12; unended -0.73;
    edits 1.22; report -0.11; next edits 0.21; failed -0.58; complaint 0.41; agent 10 -0.27; agent 3 0.22;`,
  open: `
    bias -1.99; acknowledge -0.25; unended -0.11; keys 1 0.46; words 3 0.11; person -0.73; “ok” 0.51;
    keys 4 0.11; words 12 -0.31; “let's” 0.20; “the” 0.54; “queue” -0.21; “thing” 0.36; number -0.94; “we” 0.27;
    “for” 0.58; “#” -1.01; “first” 1.00; “is” 0.26; “too” -0.45; “slow” 0.23; leans 0.78; “it” -0.48;
    reason 0.27; points 0.27; “kafka” -0.25; “me” -0.48; must 1.31; words 6 -0.75; “use” -0.72; “keep” -0.54;
    “this” 0.33; authority 0.43; keys 8 -0.29; “are” -0.55; “per” -0.31; did -0.34; “and” -0.46; “old” 0.53;
    “parser” -0.70; forbid -0.18; explain -0.81; “second” -0.29; “cache” -0.58; “will” 0.33; “not” 1.01;
    keys 2 0.11; “im” 0.65; “all” -0.51; words 24 0.06; “changed” -0.24; “into” 0.27; “worker” -0.25;
    “of” -0.42; “api” 0.57; “back” 0.28; “version” 0.41; “do” 0.44; “file” -0.60; “does” -0.35; “build” 0.75;
    “now” 0.29; always -1.10; prefer -0.30; “as” -0.29; “every” -0.57; “since” -0.23; “open” 0.36; “only” -0.83;
    “was” -0.73; “over” -0.22; “so” 0.43; “vendor” 0.36; “out” 0.36; “call” -0.44; “endpoint” 0.83;
    “plan” -0.25; “its” -0.25; retract -0.75; “files” -0.26; “delete” 0.32; “database” -0.31; “time” 0.51;
    “wir” 0.97; “dann” -0.26; “es” -0.50; “bei” -0.33; “mysql” -0.40; “das” -0.35; “der” 0.49; “also” -0.28;
    “dem” 0.44; “kommt” 0.76; “immer” -0.57; “am” -0.24; “eine” -0.67; “lieber” -0.29; “ich” 0.42;
    “datei” -0.21; “auf” -0.46; “den” 0.88; “nichts” -0.37; “jetzt” -0.25; “wie” -0.22; “la” 0.68; “d'” 0.53;
    “est” -0.51; “garde” 0.29; “de” 0.47; “en” -0.26; “le” -0.27; “il” 0.58; “cause” -0.26; “con” -0.21;
    agent -0.24; “two” 0.23; keys more -0.46; “an” -0.49; “check” 0.35; “code” -0.51; “can” 1.01; “index” -0.25;
    “einen” -0.41; “weil” 0.26; “keine” -0.51; “j'” -0.25; “ai” 0.46; “une” -0.34; “ahead” -0.23;
    “please” -0.39; “customers” -0.22; condition -0.75; “some” 0.37; “have” 0.27; “dump” -0.27; “other” -0.31;
    never -0.52; “never” -0.36; “three” -0.34; “get” -0.23; “format” 0.47; “like” -0.46; “als” 0.28; “s'” -0.25;
    “mal” -0.32; “make” -0.34; “seconds” -0.25; “page” -0.25; “proxy” -0.31; reported -0.46; “should” -0.21;
    “be” -0.33; “read” -0.34; “more” -0.22; “has” 0.69; “wird” -0.27; “seite” -0.31; “à” 0.49; “que” 0.71;
    “dont” -0.50; “you” -0.70; “needs” 0.59; “test” 0.31; “must” -0.58; “tests” 0.68; “nobody” 0.21; “if” -0.22;
    “look” 0.33; “change” -0.52; “off” -0.30; “next” 0.81; “uses” -0.23; “request” -0.50; “add” 0.25;
    “need” 0.38; “line” -0.25; “script” -0.42; “schreiben” -0.30; “commits” -0.21; “muss” 0.37; “man” -0.44;
    “da” 0.35; “mehr” 0.50; “ne” -0.40; “pas” 0.36; later 3.34; “pull” -0.21; “sind” 0.48; “und” -0.26;
    “small” -0.22; “ask” 0.78; question -0.95; “du” -0.23; “je” 0.27; “error” 0.52; “send” -0.34; “server” 0.22;
    “still” 1.27; “header” -0.45; “empty” -0.22; “day” 0.25; “aber” 0.70; “order” -0.46; “about” 1.06;
    “until” 1.14; “works” -0.22; cause -0.89; “wrong” -0.37; “had” -0.30; “another” 1.35; “zwei” -0.20;
    “ça” 0.46; “lo” 1.11; “app” 0.74; “noch” 1.40; “yet” 1.64; unreal -0.19; “left” 0.62; “could” 0.22;
    “button” 0.24; “somebody” 0.96; “lassen” 1.38; guess 0.43; “wieder” 0.26; keys 0 -0.79; “or” -0.23;
    elsewhere -0.25; “update” -0.25; “branch” -0.32; “again” -0.23; “let” -0.41;`,
};
