import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { promptWords } from "./words.ts";

/** The second person's word on a move; who asked for it can only take it back. */
export function MoveDecision({ view, id, isOwn }: { view: View; id: string; isOwn: boolean }) {
  const words = promptWords[view.language];
  return (
    <PostForm action={`/portal/t/${view.tenantId}/prompts/moves/${id}`} class="row">
      {isOwn ? null : (
        <button type="submit" class="small" name="state" value="applied">
          {words.agree}
        </button>
      )}
      <button type="submit" class="small danger" name="state" value="rejected">
        {isOwn ? words.takeBack : words.reject}
      </button>
    </PostForm>
  );
}
