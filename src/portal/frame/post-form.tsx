import type { PropsWithChildren } from "hono/jsx";
import { randomBase62 } from "../../platform/index.ts";
import { BelowFault } from "./form-fault.tsx";
import type { FormState } from "./form.ts";

const TOKEN_LENGTH = 16;

interface PostFormProps {
  /** What it was refused for stands at its head. */
  form?: FormState;
  action?: string;
  class?: string;
}

/** A form that does what it says once, however often it is sent: see send-once.ts. */
export function PostForm({ form, children, ...props }: PropsWithChildren<PostFormProps>) {
  return (
    <form method="post" {...props}>
      <input type="hidden" name="once" value={randomBase62(TOKEN_LENGTH)} />
      <BelowFault form={form}>{children}</BelowFault>
    </form>
  );
}
