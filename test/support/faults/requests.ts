import { call } from "../call.ts";
import { aMember, anOperator, aTenant } from "../people.ts";
import type { Ready } from "./send.ts";

let count = 0;

/** Returns a name that nothing else has. */
export function aNew(): string {
  count += 1;
  return `one-${count}`;
}

/** Makes something that the request needs, and returns the answer. */
export async function made<T>(
  method: string,
  path: string,
  as: string,
  body?: unknown,
): Promise<T> {
  const answer = await call(method, path, { as, body });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export async function byOperator(method: string, path: string, body?: unknown): Promise<Ready> {
  return { method, path, body, as: await anOperator() };
}

type OfTenant<T> = (tenantId: string) => T;

export async function byMember(
  method: string,
  path: OfTenant<string>,
  body?: OfTenant<unknown>,
): Promise<Ready> {
  const tenantId = await aTenant();
  return { method, path: path(tenantId), body: body?.(tenantId), as: await aMember(tenantId) };
}

/** Prepares a request about something of a tenant that is made first, at the address of its list. */
export async function ofMade(
  method: string,
  list: OfTenant<string>,
  order: OfTenant<unknown>,
  more = "",
  body?: unknown,
): Promise<Ready> {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const { id } = await made<{ id: string }>("POST", list(tenantId), as, order(tenantId));
  return { method, path: `${list(tenantId)}/${id}${more}`, body, as };
}
