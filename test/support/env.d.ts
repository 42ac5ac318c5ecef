import type * as worker from "../../src/index.ts";
import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof worker;
    }
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      /** "1" if the long forms of tests were asked for. */
      TEST_ALL: string;
    }
  }
}
