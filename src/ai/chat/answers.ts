import * as z from "zod";
import { time } from "../../http/contract/index.ts";
import * as shared from "../answers.ts";
import { TOOLS } from "../tools/tool.ts";

const level = z.enum(["low", "medium", "high"]);
const route = z.enum(["rag", "agent", "mixed"]);

export const card = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    priority: level,
    impact: level,
    effort: level,
    evidence: z.string(),
    cta: z.strictObject({
      label: z.enum(["Ver lista", "Ver pasos", "Aplicar"]),
      action: z.string(),
    }),
  })
  .meta({ id: "Card" });

export const action = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.enum(["create", "block", "enable", "report", "notify"]),
    requiresApproval: z.boolean(),
    source: route,
    payload: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "Action" });

export const toolResult = z
  .strictObject({
    tool: z.enum(TOOLS),
    status: z.enum(["ok", "warning", "error"]),
    data: z.record(z.string(), z.unknown()),
    evidence: z.string(),
  })
  .meta({ id: "ToolResult" });

export const chatAnswer = z
  .strictObject({
    traceId: z.string(),
    tenantId: z.string(),
    userId: z.string(),
    route,
    routeReason: z.string(),
    answer: z.string(),
    citations: z.array(shared.citation),
    cards: z.array(card),
    actions: z.array(action),
    confidence: z.number().min(0).max(1),
    tool_results: z.array(toolResult),
    proposed_actions: z.array(action),
    receivedAt: time,
    modelUsage: shared.modelUsage.optional(),
  })
  .meta({ id: "ChatResponse" });

export type ChatAnswer = z.infer<typeof chatAnswer>;
export type Card = z.infer<typeof card>;
export type Action = z.infer<typeof action>;
