import * as schemas from "./version-schemas.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI prompts"];
const decided = {
  200: { description: "As decided", schema: schemas.moveShown },
  409: { description: "Decided before, or a version that was not evaluated" },
};

export const labelOperations: Abouts = {
  movePromptLabel: {
    summary: "Put versions behind a label, each with its share of the people who ask",
    description:
      "`production` takes only versions whose last evaluation passed. Of a protected label the move waits for a second person.",
    tags,
    responses: {
      200: { description: "Moved", schema: schemas.moveShown },
      202: { description: "Waits for a second person", schema: schemas.moveShown },
      409: {
        description: "A version was not evaluated, did not pass, or there are too many labels",
      },
    },
  },
  listPromptMoves: {
    summary: "List the moves of labels, newest first, those that wait among them",
    tags,
    responses: { 200: { description: "One page", schema: schemas.movePage } },
  },
  approvePromptMove: {
    summary: "Agree to the move of a protected label, as somebody else than who asked for it",
    tags,
    responses: decided,
  },
  rejectPromptMove: {
    summary: "Reject the move of a protected label, or take back one's own",
    tags,
    responses: decided,
  },
};
