/** Few requests need it: it is set up by the first of them, not at start. */
export async function loadWebauthn() {
  return import("./webauthn.ts");
}
