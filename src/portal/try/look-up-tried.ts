export { answerQuestion, readQuestion } from "../../intel/answer-question.ts";
