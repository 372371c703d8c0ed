import type { Node } from 'web-tree-sitter';
import { withoutEnd } from '@memory/text/without-end';
import { boundedText } from './bounds.ts';

const lengthMax = 200;
const commentsMax = 200;
// Marks are cut off before the length is, so a line may begin with many of them.
const lineMax = 1_000;
// Nodes which may stand between a comment and the definition it explains, or wrap the definition.
const wrapper =
  /^(?:export_statement|decorated_definition|lexical_declaration|variable_declaration|type_declaration|expression_statement|template_declaration|declaration_list|assignment_expression|type_definition)$/;
const between =
  /^(?:attribute_item|attribute_list|decorator|annotation|marker_annotation|accessibility_modifier)$/;
const notAbout =
  /copyright|licen[sc]e|spdx|all rights reserved|unless required by|permission is hereby|redistributions? (?:and|of|in)|free software|terms of the|warrant(?:y|ies)|"as is"|^you may|eslint|oxlint|prettier|biome-|@ts-|istanbul|pylint|type:\s*ignore|noqa|coding[:=]|^-\*-|^!|^\+build|^go:|^region|^endregion/i;

/**
 * First line of the comment right above a definition, or of the docstring that opens its body.
 * @returns null when there is none
 */
export function docHead(node: Node): string | null {
  return docstring(node.childForFieldName('body')) ?? firstLine(commentsAbove(node));
}

/** The same for a whole file: a docstring or comment at its top which does not belong to the first definition. */
export function fileDocHead(root: Node): string | null {
  const comments: string[] = [];
  let next = root.firstNamedChild;
  let lastRow = -1;
  for (; next?.type.includes('comment') && comments.length < commentsMax; next = next.nextNamedSibling) {
    // The first paragraph which is not a licence speaks for the file.
    if (lastRow >= 0 && next.startPosition.row > lastRow + 1 && firstLine(comments) !== null)
      return firstLine(comments);
    comments.push(next.text);
    lastRow = next.endPosition.row;
  }
  const own = docstring(root) ?? docstring(next);
  if (own !== null) return own;
  return next && next.startPosition.row <= lastRow + 1 && !/import|package|include|using/.test(next.type)
    ? null
    : firstLine(comments);
}

function docstring(body: Node | null | undefined): string | null {
  const first = body?.firstNamedChild;
  const string = first?.type === 'expression_statement' ? first.firstNamedChild : first;
  if (string?.type !== 'string' || !/^[rRuUbB]{0,2}("""|'''|"|')/.test(string.text)) return null;
  return firstLine([
    string.text.replace(/^[rRuUbB]{0,2}(?:"""|'''|"|')/, '').replace(/(?:"""|'''|"|')$/, ''),
  ]);
}

function commentsAbove(node: Node): string[] {
  let outer = node;
  for (let around = node.parent; around && wrapper.test(around.type); around = outer.parent) {
    if (around.startPosition.row < outer.startPosition.row - 20) break;
    if (outer.previousNamedSibling && !between.test(outer.previousNamedSibling.type)) break;
    outer = around;
  }
  const comments: string[] = [];
  let row = outer.startPosition.row;
  for (let above = outer.previousNamedSibling; above; above = above.previousNamedSibling) {
    const isComment = above.type.includes('comment');
    // Some grammars end a line comment on the next line, at column 0.
    const endRow = above.endPosition.column === 0 ? above.endPosition.row - 1 : above.endPosition.row;
    if ((!isComment && !between.test(above.type)) || row - endRow > 1) break;
    // A comment behind code on its line belongs to that code.
    const before = above.previousNamedSibling;
    if (isComment && before?.endPosition.row === above.startPosition.row && before.endPosition.column > 0)
      break;
    if (isComment) comments.unshift(above.text);
    row = above.startPosition.row;
    if (comments.length > commentsMax) break;
  }
  return comments;
}

/** First line with words in it, without comment marks and XML tags. */
function firstLine(comments: string[]): string | null {
  for (const comment of comments) {
    for (const line of comment.split('\n', 60)) {
      const opened = line
        .slice(0, lineMax)
        .replace(/^\s*(?:\/\*+!?|\/\/+[/!]?|#+|\*+(?!\/)|--+|=begin)\s?/, '')
        .trimEnd();
      const inside = opened.endsWith('*/') ? withoutEnd(opened.slice(0, -1), '*') : opened;
      const words = inside.replaceAll(/<\/?[a-z][^<>]*>/gi, '').trim();
      if (notAbout.test(words)) continue;
      if (/\p{L}/u.test(words)) return boundedText(words, lengthMax);
    }
  }
  return null;
}
