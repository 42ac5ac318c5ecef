import { isOfProvider } from "../../access/sessions/index.ts";
import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

/** One may be lost. */
export const ENOUGH_PASSKEYS = 2;

/** For whoever would be out with one device lost; a provider lets its own people in. */
export function PasskeyNudge({ view }: { view: View }) {
  const has = passkeysOf(view);
  if (has === undefined || has >= ENOUGH_PASSKEYS) return null;
  const words = accountWords[view.language];
  return (
    <p class={has === 0 ? "notice" : "soft"}>
      {has === 0 ? `${words.none}.` : words.two} <a href="/portal/account">{words.add}</a>
    </p>
  );
}

/** In the head of every page: not all who have no passkey ever see an overview. */
export function NoPasskey({ view }: { view: View }) {
  if (passkeysOf(view) !== 0) return null;
  return <span class="badge warn">{accountWords[view.language].noneYet}</span>;
}

/** Undefined for whom nobody asks for one. */
function passkeysOf({ who }: View): number | undefined {
  return who === undefined || isOfProvider(who.personId) ? undefined : who.passkeys;
}
