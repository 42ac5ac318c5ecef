/** Names the price itself, so that a unit keeps the price at which it was spent. */
export function priceIdOf(plan: { id: string; currency: string; unitPriceMicros: number }): string {
  return `${plan.id}:${plan.currency}:${plan.unitPriceMicros}`;
}

export function priceOf(priceId: string): { currency: string; micros: number } {
  const [, currency = "", micros = "0"] = priceId.split(":");
  return { currency, micros: Number(micros) };
}
