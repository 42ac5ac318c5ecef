import * as z from "zod";
import type { TenantId } from "../../access/claim-tenant.ts";
import { failureOf } from "../../http/index.ts";
import { BrokenSetting, readSetting, seldom, type Platform } from "../../platform/index.ts";
import { secretOf } from "../providers/service-providers.ts";
import { GraphClient } from "./graph-client.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** JSON: for each tenant's id the directory that its tools read; see docs/ai.md. */
      GRAPH_DIRECTORIES: string;
    }
  }
}

const directories = z.record(
  z.string(),
  z.strictObject({ directory: z.string(), clientId: z.string(), secret: z.string() }),
);

const isTime = seldom();

/**
 * Opens the directory of a tenant. Undefined if it has none or its secret is not there; "broken" if the
 * setting cannot be read.
 */
export function openGraph(
  env: Cloudflare.Env,
  tenantId: TenantId,
  platform: Platform,
): GraphClient | "broken" | undefined {
  const all = readDirectories(env, platform);
  if (all === "broken") return all;
  const connection = all[tenantId];
  const clientSecret = secretOf(env, connection?.secret);
  if (connection === undefined || clientSecret === undefined) return undefined;
  const { directory, clientId } = connection;
  return new GraphClient({ directory, clientId, clientSecret }, platform);
}

/** Throws if the setting cannot be read. */
export function graphDirectories({ GRAPH_DIRECTORIES: text }: Cloudflare.Env) {
  return readSetting("GRAPH_DIRECTORIES", () => directories.parse(JSON.parse(text)));
}

function readDirectories(env: Cloudflare.Env, { now, log }: Platform) {
  try {
    return graphDirectories(env);
  } catch (error) {
    if (!(error instanceof BrokenSetting)) throw error;
    const reason = failureOf(error);
    if (isTime(now())) log({ level: "error", event: "graph_directories_broken", reason });
    return "broken" as const;
  }
}
