export { answerQuestion, readQuestion } from "../../intel/answer-question.ts";
export { wholeHostOf } from "../../intel/tenant-lists/whole-host-of.ts";
