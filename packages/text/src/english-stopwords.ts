/**
 * English words too common to tell one memory from another. Words that name things in code (`get`, `new`, `use`)
 * are left in. The last line is what remains of contractions once the analyser has taken `'t` and the like away.
 */
export const englishStopwords: ReadonlySet<string> = new Set(
  `a about after again against all also am an and any are as at be because been before being below between both but by
  can cannot could did do does doing done down during each either else ever few for from further had has have having he
  her here hers herself him himself his how however i if in into is it its itself just may me might more most must my
  myself neither no nor not now of off on once only or other ought our ours ourselves out over own quite rather same
  shall she should since so some such than that the their theirs them themselves then there therefore these they this
  those through thus to too under until up upon us very was we were what when where whether which while who whom whose
  why will with within without would yet you your yours yourself yourselves
  ain aren couldn didn doesn don hadn hasn haven isn mustn needn shan shouldn wasn weren won wouldn`.split(
    /\s+/,
  ),
);
