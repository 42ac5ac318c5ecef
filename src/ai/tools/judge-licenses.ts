import { cleanOutput } from "../answer/check-output.ts";
import type { Language } from "../text/guess-language.ts";
import type { Licenses } from "./schemas.ts";
import { gradeOf, type Advice, type Judged } from "./tool.ts";

const LEAST_FREE = 0.05;
const MOST_UNUSED = 0.2;
const RENEWAL_DAYS = 30;

export function judgeLicenses({ skus, renewals }: Licenses, language: Language): Judged {
  const spanish = language === "es";
  const shown = skus.map((sku) => ({ ...sku, available: sku.enabled - sku.consumed }));
  const totals = totalsOf(skus);
  const { enabled, available } = totals;
  const share = enabled === 0 ? 0 : available / enabled;
  const isScarce = enabled > 0 && share < LEAST_FREE;
  const isUnused = share > MOST_UNUSED;
  const over = shown.filter((sku) => sku.available < 0).map((sku) => sku.skuPartNumber);
  const soon = renewals.filter(({ daysUntilRenew }) => daysUntilRenew <= RENEWAL_DAYS);
  const status = gradeOf(over.length > 0, isScarce || isUnused || soon.length > 0);
  const data = { totals, skus: shown, renewals, unused: isUnused ? available : 0 };
  const evidence = `${sayFacts(totals, over, soon, spanish).join("; ")}.`;
  return {
    result: { tool: "LicenseSummary", status, data, evidence },
    advice: status === "ok" ? [] : adviseOn(over, spanish),
  };
}

function totalsOf(skus: Licenses["skus"]) {
  const enabled = skus.reduce((sum, sku) => sum + sku.enabled, 0);
  const consumed = skus.reduce((sum, sku) => sum + sku.consumed, 0);
  const utilisation = enabled === 0 ? 0 : consumed / enabled;
  return { enabled, consumed, available: enabled - consumed, utilisation };
}

function sayFacts(
  { enabled, consumed, available }: ReturnType<typeof totalsOf>,
  over: readonly string[],
  soon: Licenses["renewals"],
  spanish: boolean,
): string[] {
  const facts = spanish
    ? [`${consumed} de ${enabled} licencias en uso, ${available} libres`]
    : [`${consumed} of ${enabled} licenses in use, ${available} free`];
  if (over.length > 0) {
    const names = over.map(plain).join(", ");
    facts.push(spanish ? `excedidas: ${names}` : `over the limit: ${names}`);
  }
  if (soon.length > 0) {
    const names = soon.map(({ sku, daysUntilRenew }) => `${plain(sku)} (${daysUntilRenew} d)`);
    facts.push(`${spanish ? "renovación próxima" : "renewing soon"}: ${names.join(", ")}`);
  }
  return facts;
}

/** The name without marks, images and tags, because in an answer these could be taken for ours. */
function plain(name: string): string {
  return cleanOutput(name, []).answer;
}

function adviseOn(over: string[], spanish: boolean): Advice[] {
  const report: Advice = {
    title: spanish ? "Revisar las licencias" : "Review the licenses",
    description: spanish
      ? "Lista de productos con su uso y su renovación."
      : "The list of products with their use and renewal.",
    category: "report",
    requiresApproval: false,
    payload: {},
    priority: over.length > 0 ? "high" : "medium",
    impact: "medium",
    effort: "low",
    list: "licenses",
  };
  if (over.length === 0) return [report];
  return [
    report,
    {
      title: spanish ? "Avisar a compras" : "Notify purchasing",
      description: spanish
        ? "Avisar de los productos con más licencias asignadas que compradas."
        : "Tell them which products have more licenses assigned than bought.",
      category: "notify",
      requiresApproval: true,
      payload: { skus: over },
      priority: "high",
      impact: "high",
      effort: "low",
    },
  ];
}
