/** A part of what the plugin of vitest keeps in the isolate. */
declare module "cloudflare:test-internal" {
  export function maybeHandleRunRequest(request: { cf: object }): Promise<unknown>;
}
