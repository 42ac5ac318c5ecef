import * as z from "zod";
import { type Abouts, pageSchema, time } from "../http/contract/index.ts";

const auditPage = pageSchema(
  z
    .strictObject({
      seq: z.int(),
      at: time,
      actor: z.string(),
      action: z.string(),
      tenantId: z.string().nullable(),
      target: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()).nullable(),
      requestId: z.string().nullable(),
    })
    .meta({ id: "AuditEntry" }),
).extend({ cursor: z.string().nullable() });

export const auditOperations: Abouts = {
  listAudit: {
    summary: "Read the audit log, newest first",
    description:
      "An operator's look leaves a line of its own, which moves all others on by one: with `cursor` no page repeats what the one before showed, and `total` is what it was on the first.",
    tags: ["Audit"],
    responses: {
      200: { description: "A page of entries", schema: auditPage },
      404: { description: "There is no tenant of that id" },
    },
  },
};
