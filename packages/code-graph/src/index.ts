export type { CodeReference, CodeSymbol, FileIndex } from './file-index.ts';
export { isParsed, parseFile } from './parsing/parse-file.ts';
export {
  type CodeEdge,
  resolveEdges,
  type ResolveOptions,
  type UnresolvedCall,
} from './resolving/resolve-edges.ts';
export { familyOf } from './languages/language-of.ts';
export type { ResolvableFile } from './resolving/symbol-table.ts';
export { isIgnoredByDefault } from './walking/ignore-rules.ts';
export {
  type IndexProgress,
  indexTree,
  type IndexTreeOptions,
  type TreeEvent,
} from './walking/index-tree.ts';
export type { SkipReason } from './walking/skip-reason.ts';
export { sourceText } from './walking/source-text.ts';
export { FILE_BYTES_MAX } from './walking/skip-reason.ts';
export { type Anchor, type AnchorSymbol, lastName } from './anchoring/anchor.ts';
export { isValueKind } from './file-index.ts';
export { chooseAnchors, isSamePath } from './anchoring/choose-anchors.ts';
export { isTestPath, TEST_PATH } from './anchoring/is-test-path.ts';
export {
  anchorToJudge,
  type AnchorVerdict,
  judgeAnchor,
  type Judged,
  type KnownSymbols,
  knownSymbols,
  describePart,
  symbolToJudge,
} from './anchoring/judge-anchor.ts';
export { type Mentions, mentionsIn } from './anchoring/mentions.ts';
export { describeGround, type Ground, type JudgedAnchor } from './anchoring/describe-ground.ts';
export { contentHash } from './content-hash.ts';
