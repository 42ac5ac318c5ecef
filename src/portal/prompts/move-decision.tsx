import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { promptWords } from "./words.ts";

/** The second person's word on a move. */
export function MoveDecision({ view, id }: { view: View; id: string }) {
  const words = promptWords[view.language];
  return (
    <PostForm action={`/portal/t/${view.tenantId}/prompts/moves/${id}`} class="row">
      <button type="submit" class="small" name="state" value="applied">
        {words.agree}
      </button>
      <button type="submit" class="small danger" name="state" value="rejected">
        {words.reject}
      </button>
    </PostForm>
  );
}
