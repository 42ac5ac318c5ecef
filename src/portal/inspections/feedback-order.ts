export { newFeedback } from "../../inspection/record-schemas.ts";
