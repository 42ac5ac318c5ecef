import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts");
    }
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}
