import * as z from "zod";
import type { TenantId } from "../../access/claim-tenant.ts";
import { readSetting } from "../../platform/index.ts";
import type { Outside } from "../providers/call-provider.ts";
import { secretOf } from "../providers/service-providers.ts";
import { GraphClient } from "./graph-client.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** JSON: tenant id -> the directory that its tools read, see docs/ai.md. */
      GRAPH_DIRECTORIES: string;
    }
  }
}

const directories = z.record(
  z.string(),
  z.strictObject({ directory: z.string(), clientId: z.string(), secret: z.string() }),
);

/** The directory of a tenant, if it has one and its secret is there. */
export function graphOf(
  env: Cloudflare.Env,
  tenantId: TenantId,
  outside: Outside,
): GraphClient | undefined {
  const connection = readSetting("GRAPH_DIRECTORIES", () =>
    directories.parse(JSON.parse(env.GRAPH_DIRECTORIES)),
  )[tenantId];
  const clientSecret = secretOf(env, connection?.secret);
  if (connection === undefined || clientSecret === undefined) return undefined;
  const { directory, clientId } = connection;
  return new GraphClient({ directory, clientId, clientSecret }, outside);
}
