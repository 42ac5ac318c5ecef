import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { Failure } from "../dev/failure.ts";
import { sayUnreachable } from "../instance/say-unreachable.ts";
import type { Target } from "./find-target.ts";
import { Progress } from "./progress.ts";

export const accepted = z.object({
  rows: z.int(),
  badLines: z.int(),
  firstBadLines: z.array(z.object({ line: z.int(), reason: z.string() })),
  version: z.int(),
});

const refused = z.object({
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export interface Parcel {
  path: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/** Sends a file with its length, which is required for a segment, and shows the progress. */
export async function send<T>(
  target: Target,
  { path, bytes, content }: Parcel,
  schema: z.ZodType<T>,
): Promise<T> {
  const { address } = target;
  const { status, text } = await put(target, path, bytes, counted(content, bytes));
  if (status !== 200) throw new Failure(`${address} answered ${status}: ${explain(text)}`);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${address} answered 200, but not as Rampart does.`);
  }
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  const progress = new Progress("sent", bytes);
  for await (const piece of content) {
    yield piece;
    progress.add(piece.length);
  }
}

async function put(
  target: Target,
  path: string,
  bytes: number,
  content: AsyncIterable<Uint8Array>,
) {
  const url = target.address + path;
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const headers = { authorization: `Bearer ${target.token}`, "content-length": bytes };
  const sent = request(url, { method: "PUT", headers });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => (text += piece));
      // An answer that breaks off has no end.
      answer.once("error", reject);
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
  });
  // An instance that refuses early answers before everything is sent.
  const written = pipeline(content, sent).catch((error: unknown) => {
    if (!sent.destroyed) sent.destroy(error as Error);
  });
  try {
    const answer = await answered;
    await written;
    return answer;
  } catch (error) {
    throw sayUnreachable(target, error);
  }
}

function explain(text: string): string {
  try {
    const { message, details = [] } = refused.parse(JSON.parse(text));
    return [message, ...details.map((one) => `  ${one.path}: ${one.message}`)].join("\n");
  } catch {
    return text.slice(0, 500);
  }
}
