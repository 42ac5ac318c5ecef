export const TOOLS = ["LicenseSummary", "CheckMFACompliance", "GetTenantStatus"] as const;
export type ToolName = (typeof TOOLS)[number];

type Level = "low" | "medium" | "high";
export type ToolStatus = "ok" | "warning" | "error";

export interface ToolResult {
  tool: ToolName;
  status: ToolStatus;
  data: Record<string, unknown>;
  evidence: string;
}

/**
 * Something that a person could do about a result. Advice that needs approval is stored before it is
 * shown.
 */
export interface Advice {
  title: string;
  description: string;
  category: "create" | "block" | "enable" | "report" | "notify";
  requiresApproval: boolean;
  payload: Record<string, unknown>;
  priority: Level;
  impact: Level;
  effort: Level;
  /** The name of the list, if the advice is a list to look at. */
  list?: string;
}

export interface Judged {
  result: ToolResult;
  advice: Advice[];
}

export interface Finding extends Judged {
  /** False if the tool had no data. */
  known: boolean;
  fresh: boolean;
}

const WORST: readonly ToolStatus[] = ["ok", "warning", "error"];

export function gradeOf(isError: boolean, isWarning: boolean): ToolStatus {
  if (isError) return "error";
  return isWarning ? "warning" : "ok";
}

export function worstOf(statuses: readonly ToolStatus[]): ToolStatus {
  return WORST[Math.max(0, ...statuses.map((status) => WORST.indexOf(status)))] ?? "error";
}
