import { expect } from "vitest";
import { inspected, type Inspected } from "../../src/inspection/schemas.ts";
import type { anApp } from "./app.ts";
import { call } from "./call.ts";
import { aCaller, type Caller } from "./intel.ts";

type App = ReturnType<typeof anApp>;

export const CODE = {
  channel: "sms",
  sender: "BBVA",
  body: "Tu código de acceso es 482911. No lo compartas con nadie.",
};

export const FAKE = {
  channel: "sms",
  sender: "+34600111222",
  body: "BBVA: su cuenta ha sido bloqueada, verifique sus datos en http://bbva-verifica.top/es",
};

/** A message that is neither clearly clean nor clearly bad, so that other evidence decides. */
export const DULL = {
  channel: "email",
  sender: "Marta Ruiz <marta@vecinos.example>",
  subject: "Reunión del jueves",
  body: "Hola, te paso el acta de la reunión del jueves para que la revises cuando puedas. Un saludo, Marta",
};

/** Makes a tenant's system that may inspect messages. */
export async function anInspector(): Promise<Caller> {
  return aCaller(["antispam", "urlsearch"]);
}

export async function send(
  caller: Caller,
  body: unknown,
  headers: Record<string, string> = {},
  isolate?: App,
): Promise<Response> {
  const all = { ...caller.headers, ...headers };
  if (isolate === undefined) return call("POST", "/api/v1/antispam", { body, headers: all });
  return isolate.request("/api/v1/antispam", {
    method: "POST",
    headers: { "content-type": "application/json", ...all },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Inspects, and checks what must be true of every answer. */
export async function inspectAs(
  caller: Caller,
  body: unknown,
  headers: Record<string, string> = {},
  isolate?: App,
): Promise<Inspected> {
  const answer = await send(caller, body, headers, isolate);
  expect(answer.status).toBe(200);
  const read = inspected.parse(await answer.json());
  expect(read.layers.map(({ layer }) => layer)).toEqual(["L1", "L2", "L3", "L4"]);
  expect(read.verdict === "clean").toBe(read.score < 50);
  expect(read.inspectionId).toMatch(/^insp_/);
  return read;
}

export function layer(read: Inspected, name: "L1" | "L2" | "L3" | "L4") {
  const found = read.layers.find((one) => one.layer === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
