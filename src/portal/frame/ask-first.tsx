import type { PropsWithChildren } from "hono/jsx";
import { PostForm } from "./post-form.tsx";
import type { View } from "./view.ts";

interface AskFirstProps {
  view: View;
  action: string;
  /** What the button does. */
  label: string;
  /** The name of what it is done to, for readers who do not see the row. */
  name: string;
  /** What will happen. */
  text: string;
  /** It begins something instead of ending it, and cannot be undone either. */
  begins?: boolean;
}

/**
 * A button in two steps: the first press says what will happen, the second does it. `children` are
 * fields that are sent along.
 */
export function AskFirst(props: PropsWithChildren<AskFirstProps>) {
  const { view, action, label, name, text, begins = false, children } = props;
  return (
    <details class={begins ? "ask begins" : "ask"}>
      <summary aria-label={`${label} ${name}`}>{label}</summary>
      <p>{text}</p>
      <PostForm view={view} action={action}>
        {children}
        <button
          type="submit"
          class={begins ? "primary small" : "danger small"}
          aria-label={`${label} ${name}`}
        >
          {label}
        </button>
      </PostForm>
    </details>
  );
}
