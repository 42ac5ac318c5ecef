import * as z from "zod";
import type { Abouts } from "./http/contract/index.ts";

const tags = ["Probes"];
const up = z.strictObject({ status: z.literal("ok") });
const part = z.enum(["ok", "failed"]);
const ready = z
  .strictObject({
    status: z.enum(["ready", "unavailable"]),
    parts: z.strictObject({ database: part, object: part, files: part }),
  })
  .meta({ id: "Readiness" });

export const probeOperations: Abouts = {
  getHealth: {
    summary: "Whether the Worker runs",
    tags,
    responses: { 200: { description: "It runs", schema: up } },
  },
  getReadiness: {
    summary: "Whether D1, Durable Objects and R2 answer",
    tags,
    responses: {
      200: { description: "All of them do", schema: ready },
      503: { description: "At least one does not", schema: ready, headers: ["Retry-After"] },
    },
  },
};
