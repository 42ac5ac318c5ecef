import { isOfProvider } from "../../access/sessions/index.ts";
import type { View } from "../frame/view.ts";
import { accountWords } from "./words.ts";

/** With a second passkey a person can still sign in after losing one. */
export const ENOUGH_PASSKEYS = 2;

/** Asks for another passkey, unless the reader has enough or a provider signs the reader in. */
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

/**
 * A mark in the head of every page, because some readers without a passkey never see an overview.
 */
export function NoPasskey({ view }: { view: View }) {
  if (passkeysOf(view) !== 0) return null;
  return <span class="badge warn">{accountWords[view.language].noneYet}</span>;
}

/** The number of the reader's passkeys; undefined for a reader who is not asked to have any. */
function passkeysOf({ who }: View): number | undefined {
  return who === undefined || isOfProvider(who.personId) ? undefined : who.passkeys;
}
