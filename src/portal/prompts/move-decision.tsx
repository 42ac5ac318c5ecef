import type { MoveShown } from "../../ai/prompts/version-schemas.ts";
import { PostForm } from "../frame/post-form.tsx";
import { searchOf, type View } from "../frame/view.ts";
import { promptWords } from "./words.ts";

/** The second person's word on a move; who asked for it can only take it back. */
export function MoveDecision({ view, move }: { view: View; move: MoveShown }) {
  const words = promptWords[view.language];
  const isOwn = move.requestedBy === view.who?.subject;
  // For whoever does not see the row.
  const of = <span class="hidden">{`${move.name}@${move.label}`}</span>;
  return (
    <PostForm
      action={`/portal/t/${view.tenantId}/prompts/moves/${move.id}${searchOf(view)}`}
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
