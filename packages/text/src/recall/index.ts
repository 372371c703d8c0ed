export { answerText } from './answer-text.ts';
export { frameRecalled, RECALL_NOTICE } from './frame-recalled.ts';
export { neutralLine, neutralText, withoutHidden } from './neutral-text.ts';
export { isOurTool, RECALL_CLOSE, RECALL_OPEN, stripRecalled } from './recall-frame.ts';
export {
  memoriesShown,
  codeLine,
  framedLines,
  type ToldLine,
  withVerdicts,
  type ShownGround,
  withGrounds,
} from './told-lines.ts';
