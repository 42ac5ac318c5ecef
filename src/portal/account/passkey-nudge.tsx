import { isOfProvider } from "../../access/sessions/index.ts";
import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

/** One may be lost. */
export const ENOUGH_PASSKEYS = 2;

/** For whoever would be out with one device lost; a provider lets its own people in. */
export function PasskeyNudge({ view: { who, language } }: { view: View }) {
  if (who === undefined || who.passkeys >= ENOUGH_PASSKEYS || isOfProvider(who.personId))
    return null;
  const words = accountWords[language];
  return (
    <p class={who.passkeys === 0 ? "notice" : "soft"}>
      {who.passkeys === 0 ? `${words.none}.` : words.two} <a href="/portal/account">{words.add}</a>
    </p>
  );
}
