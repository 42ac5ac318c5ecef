import { sql } from "drizzle-orm";
import { claimedBySystem } from "../access/claim-tenant.ts";
import { eraseFiles, eraseRows, type Eraser } from "../platform/index.ts";
import { UPLOADS } from "./documents/drop-file.ts";
import { knowledgeOf } from "./knowledge/knowledge-of.ts";
import {
  aiActions,
  aiProviders,
  aiSettings,
  aiSnapshots,
  promptEvaluations,
  promptLabels,
  promptMoves,
  promptVersions,
} from "./tables.ts";

/** The ledger of calls is not erased, because invoices are based on it. */
export const aiErasers: readonly Eraser[] = [
  eraseRows("assistant", aiSettings, aiSettings.tenantId),
  eraseRows("assistant", aiProviders, aiProviders.tenantId),
  eraseRows("assistant", aiSnapshots, aiSnapshots.tenantId),
  eraseRows("assistant", aiActions, aiActions.tenantId),
  {
    name: "uploads",
    kind: "documents",
    erase: ({ env, tenantId }) => eraseFiles(env.OBJECTS, `${UPLOADS}/${tenantId}/`),
  },
  eraseRows("prompts", promptLabels, promptLabels.owner),
  eraseRows("prompts", promptMoves, promptMoves.owner),
  eraseRows(
    "prompts",
    promptEvaluations,
    (id) => sql`${promptEvaluations.tenantId} = ${id} or ${promptEvaluations.owner} = ${id}`,
  ),
  eraseRows("prompts", promptVersions, promptVersions.owner),
  {
    name: "knowledge",
    kind: "documents",
    erase: async ({ env, tenantId }) => {
      const gone = await knowledgeOf(env, claimedBySystem(tenantId)).erase();
      if (gone === undefined) throw new Error("The index of vectors does not answer.");
      return { gone };
    },
  },
];
