export { type Anchor, type AnchorSymbol, lastName } from './anchor.ts';
export { chooseAnchors, isSamePath } from './choose-anchors.ts';
export { describeGround, type Ground, type JudgedAnchor } from './describe-ground.ts';
export { anchorToJudge, describePart, judgeAnchor, knownSymbols, symbolToJudge } from './judge-anchor.ts';
export { type Mentions, mentionsIn } from './mentions.ts';
