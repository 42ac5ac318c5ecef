/** The places where Cloudflare can be asked to put an object. */
export const LOCATIONS = [
  "wnam",
  "enam",
  "sam",
  "weur",
  "eeur",
  "apac",
  "apac-ne",
  "apac-se",
  "oc",
  "afr",
  "me",
] as const satisfies readonly DurableObjectLocationHint[];

export type Location = (typeof LOCATIONS)[number];
