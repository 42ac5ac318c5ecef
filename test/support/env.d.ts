import type * as worker from "../../src/index.ts";
import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof worker;
    }
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      /** "1" where the long forms of long tests are asked for. */
      TEST_ALL: string;
    }
  }
}
