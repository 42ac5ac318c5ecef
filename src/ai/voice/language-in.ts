const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i;

/**
 * The contract takes any text: `en_US` means a language, and text that means none is passed over.
 */
export function languageIn(text: string | undefined): string | undefined {
  const tag = text?.replaceAll("_", "-");
  return tag !== undefined && TAG.test(tag) ? tag : undefined;
}
