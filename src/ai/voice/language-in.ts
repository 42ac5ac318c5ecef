const REGION = /-[a-z]{2}$/;
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i;

/**
 * The contract takes any text: `en_US` means a language, and text that means none is passed over.
 * Providers know a tag by its usual letters alone.
 */
export function languageIn(text: string | undefined): string | undefined {
  const small = text?.replaceAll("_", "-").toLowerCase();
  const tag = small?.replace(REGION, (region) => region.toUpperCase());
  return tag !== undefined && TAG.test(tag) ? tag : undefined;
}
