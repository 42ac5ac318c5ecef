export { answerQuestion, readTyped } from "../../intel/answer-question.ts";
export { wholeHostOf } from "../../intel/tenant-lists/whole-host-of.ts";
