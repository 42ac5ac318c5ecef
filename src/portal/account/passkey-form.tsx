import type { PropsWithChildren } from "hono/jsx";
import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

interface PasskeyFormProps {
  view: View;
  action: string;
  ceremony: "create" | "get";
  options: object;
  label: string;
}

/**
 * A form with a passkey's ceremony. It is hidden until the script finds that the browser has
 * passkeys.
 */
export function PasskeyForm(props: PropsWithChildren<PasskeyFormProps>) {
  const { view, action, ceremony, options, label, children } = props;
  const words = accountWords[view.language];
  return (
    <>
      <form
        method="post"
        action={action}
        data-passkey={ceremony}
        data-options={JSON.stringify(options)}
        hidden
      >
        <input type="hidden" name="credential" value="" />
        {children}
        <p data-failed={words.failed} data-known={words.known}></p>
        <button type="submit" class="primary">
          {label}
        </button>
      </form>
      <noscript>
        <p class="soft">{words.noScript}</p>
      </noscript>
    </>
  );
}
