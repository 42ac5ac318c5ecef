import { sql } from "drizzle-orm";
import { claimedBySystem } from "../access/claim-tenant.ts";
import { eraseFiles, eraseRows, type Eraser } from "../platform/index.ts";
import { UPLOADS } from "./documents/send-long.ts";
import { knowledgeOf } from "./knowledge/knowledge-of.ts";
import * as tables from "./tables.ts";

const { promptEvaluations, promptLabels, promptMoves, promptVersions } = tables;

/** The ledger of calls stays: invoices stand on it. */
export const aiErasers: readonly Eraser[] = [
  eraseRows("assistant", tables.aiSettings, tables.aiSettings.tenantId),
  eraseRows("assistant", tables.aiProviders, tables.aiProviders.tenantId),
  eraseRows("assistant", tables.aiSnapshots, tables.aiSnapshots.tenantId),
  eraseRows("assistant", tables.aiActions, tables.aiActions.tenantId),
  {
    name: "uploads",
    kind: "documents",
    erase: ({ env, tenantId }) => eraseFiles(env.OBJECTS, `${UPLOADS}/${tenantId}/`),
  },
  {
    name: "knowledge",
    kind: "documents",
    erase: async ({ env, tenantId }) => ({
      gone: await knowledgeOf(env, claimedBySystem(tenantId)).erase(),
    }),
  },
  eraseRows("prompts", promptLabels, promptLabels.owner),
  eraseRows("prompts", promptMoves, promptMoves.owner),
  eraseRows(
    "prompts",
    promptEvaluations,
    (id) => sql`${promptEvaluations.tenantId} = ${id} or ${promptEvaluations.owner} = ${id}`,
  ),
  eraseRows("prompts", promptVersions, promptVersions.owner),
];
