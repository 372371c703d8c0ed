/** What of mammoth's elements is looked at. */
export interface DocxElement {
  type: string;
  styleName?: string | null;
  styleId?: string | null;
  children?: DocxElement[];
  /** Of a link within the document. */
  anchor?: string;
  /** Of a bookmark. */
  name?: string;
  isBold?: boolean;
  /** Of a run, in points. */
  fontSize?: number | null;
  /** Of a paragraph in a list. */
  numbering?: unknown;
  /** Of a text. */
  value?: string;
}
