import { readSetting } from "./read-setting.ts";

/**
 * The key of a MAC. An empty one, or one of spaces, is refused: everybody knows it, so everybody could
 * make the MAC. The types promise a text; a deployment may still lack the secret.
 */
export function needSecret(setting: string, secret: string | undefined): string {
  return readSetting(setting, () => {
    if (secret !== undefined && secret.trim() !== "") return secret;
    throw new Error("it is missing or empty");
  });
}
