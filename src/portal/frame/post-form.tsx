import type { PropsWithChildren } from "hono/jsx";
import { randomBase62 } from "../../platform/index.ts";

const TOKEN_LENGTH = 16;

interface PostFormProps {
  action?: string;
  class?: string;
}

/** A form that does what it says once, however often it is sent: see send-once.ts. */
export function PostForm({ children, ...props }: PropsWithChildren<PostFormProps>) {
  return (
    <form method="post" {...props}>
      <input type="hidden" name="once" value={randomBase62(TOKEN_LENGTH)} />
      {children}
    </form>
  );
}
