import { expect } from "vitest";
import { call } from "./call.ts";

export interface Operator {
  personId: string;
  name: string;
  role: string;
  sessions: number;
  passkeys: number;
  tokens: number;
}

/** Page by page: other tests have made more operators than one page has. */
export async function allOperators(as: string): Promise<Operator[]> {
  const found: Operator[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const answer = await call("GET", `/admin/operators?limit=200&page=${page}`, { as });
    expect(answer.status).toBe(200);
    const read = await answer.json<{ items: Operator[]; has_more: boolean }>();
    found.push(...read.items);
    more = read.has_more;
  }
  return found;
}
