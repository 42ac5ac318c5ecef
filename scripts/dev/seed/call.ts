import type * as z from "zod";

interface Answer {
  status: number;
  /** Reads the body by a schema; throws if the answer is no success. */
  read: <T>(schema: z.ZodType<T>) => T;
}

export type Call = (
  method: string,
  path: string,
  more?: { body?: unknown; text?: string; token?: string; serviceKey?: string },
) => Promise<Answer>;

export function callerOf(port: number, operatorToken: string): Call {
  return async (method, path, { body, text: plain, token = operatorToken, serviceKey } = {}) => {
    const credential: Record<string, string> =
      serviceKey === undefined
        ? { authorization: `Bearer ${token}` }
        : { "x-internal-service-key": serviceKey };
    const content = plain ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = plain === undefined ? "application/json" : "text/plain";
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...credential, "content-type": type },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await response.text();
    return {
      status: response.status,
      read: (schema) => {
        if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
        return schema.parse(JSON.parse(text));
      },
    };
  };
}
