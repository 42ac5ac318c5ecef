const REGION = /-[a-z]{2}$/;
const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i;

/**
 * Reads a language tag. The contract allows any text: `en_US` is a language, and text that is none is
 * ignored. Providers know a tag only in its usual letter case.
 */
export function languageIn(text: string | undefined): string | undefined {
  const small = text?.replaceAll("_", "-").toLowerCase();
  const tag = small?.replace(REGION, (region) => region.toUpperCase());
  return tag !== undefined && TAG.test(tag) ? tag : undefined;
}
