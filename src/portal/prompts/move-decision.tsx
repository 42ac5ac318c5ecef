import type { MoveShown } from "../../ai/prompts/version-schemas.ts";
import { PostForm } from "../frame/post-form.tsx";
import { searchOf, type View } from "../frame/view.ts";
import { promptWords } from "./words.ts";

interface DecisionProps {
  view: View;
  move: MoveShown;
  /** Whether the reader asked for the move. */
  isOwn: boolean;
}

/** The decision of a second person on a move. The person who asked for it can only take it back. */
export function MoveDecision({ view, move, isOwn }: DecisionProps) {
  const words = promptWords[view.language];
  const { id, name, label } = move;
  // Names the move for readers who do not see the row.
  const of = <span class="hidden">{`${name}@${label}`}</span>;
  return (
    <PostForm
      view={view}
      action={`/portal/t/${view.tenantId}/prompts/moves/${id}${searchOf(view)}`}
      class="row"
    >
      {isOwn ? null : (
        <button type="submit" class="small" name="state" value="applied">
          {words.agree} {of}
        </button>
      )}
      <button type="submit" class="small danger" name="state" value="rejected">
        {isOwn ? words.takeBack : words.reject} {of}
      </button>
    </PostForm>
  );
}
