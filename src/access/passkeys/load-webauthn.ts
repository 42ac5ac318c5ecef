/** A third of a megabyte that few requests need: it is set up by the first of them, not at start. */
export async function loadWebauthn() {
  return import("@simplewebauthn/server");
}
