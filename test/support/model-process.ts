import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * An OpenAI-compatible server as a process of its own, strict about requests. A test sets what it does
 * next at /script, and reads what it has seen at /seen.
 */
export interface Turn {
  /** Answers with this status and nothing more. */
  status?: number;
  /** Parts of the answer, each sent by itself. */
  parts?: string[];
  pauseMs?: number;
  /** How a stream ends: in order, without its last line, in the middle, with an error, never. */
  end?: "done" | "silent" | "cut" | "error" | "hang";
}

export interface Seen {
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
  refused?: string;
  /** Whether the client left before the end. */
  left: boolean;
}

const CUT_AFTER_MS = 300;
const KEY = "Bearer s3cret";
const MODELS = ["small", "large"];
const KNOWN = ["model", "messages", "max_tokens", "temperature", "stream", "stream_options"];

let turns: Turn[] = [];
const seen: Seen[] = [];

const server = createServer((request, response) => {
  void serve(request, response);
});
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readText(request);
  if (request.url === "/script") {
    turns = JSON.parse(text) as Turn[];
    seen.length = 0;
    response.end();
  } else if (request.url === "/seen") {
    response.setHeader("content-type", "application/json").end(JSON.stringify(seen));
  } else {
    await complete(request, response, text);
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

async function complete(request: IncomingMessage, response: ServerResponse, text: string) {
  const fault = faultOf(request, text);
  const one: Seen = {
    body: fault === undefined ? (JSON.parse(text) as Record<string, unknown>) : {},
    headers: { ...request.headers },
    left: false,
    ...(fault === undefined ? {} : { refused: fault }),
  };
  seen.push(one);
  response.once("close", () => {
    one.left = !response.writableFinished;
  });
  const turn = turns.length > 1 ? (turns.shift() ?? {}) : (turns[0] ?? {});
  if (fault !== undefined) fail(response, 400, fault);
  else if (turn.status !== undefined) fail(response, turn.status, "told to");
  else if (one.body["stream"] === true) await stream(response, one.body, turn);
  else answer(response, one.body, turn);
}

function faultOf({ method, url, headers }: IncomingMessage, text: string): string | undefined {
  if (method !== "POST" || url !== "/v1/chat/completions") return "no such operation";
  if (headers.authorization !== KEY) return "wrong key";
  if (headers["content-type"] !== "application/json") return "wrong content type";
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return "not JSON";
  }
  const unknown = Object.keys(body).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `unknown parameter ${unknown}`;
  if (!MODELS.includes(String(body["model"]))) return "no such model";
  const { messages, max_tokens: most, temperature = 1, stream = false } = body;
  if (!Array.isArray(messages) || messages.length === 0) return "no messages";
  for (const message of messages as { role?: unknown; content?: unknown }[]) {
    if (!["system", "user", "assistant"].includes(String(message.role))) return "unknown role";
    if (typeof message.content !== "string" || message.content === "") return "empty content";
  }
  if (!Number.isInteger(most) || Number(most) < 1) return "max_tokens is no count";
  if (typeof temperature !== "number" || temperature < 0 || temperature > 2) return "temperature";
  if (typeof stream !== "boolean") return "stream is no boolean";
  if (body["stream_options"] !== undefined && !stream) return "stream_options without stream";
  return undefined;
}

function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message, type: "invalid_request_error", code: null } }));
}

const USAGE = { prompt_tokens: 90, completion_tokens: 12, total_tokens: 102 };

function answer(response: ServerResponse, { model }: Record<string, unknown>, turn: Turn): void {
  const message = { role: "assistant", content: (turn.parts ?? []).join("") };
  const body = {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: USAGE,
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function stream(
  response: ServerResponse,
  body: Record<string, unknown>,
  { parts = [], pauseMs = 0, end = "done" }: Turn,
): Promise<void> {
  const chunk = (choices: unknown[], more: object = {}) => {
    const data = {
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      choices,
      ...more,
    };
    return `data: ${JSON.stringify({ model: body["model"], ...data })}\n\n`;
  };
  const delta = (content: string) => chunk([{ index: 0, delta: { content }, finish_reason: null }]);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(": processing\n\n");
  response.write(chunk([{ index: 0, delta: { role: "assistant", content: "" } }]));
  for (const part of parts) {
    if (pauseMs > 0) await sleep(pauseMs);
    if (response.destroyed) return;
    const bytes = Buffer.from(delta(part));
    // In two pieces, so that no reader can take a piece for an event.
    const middle = Math.floor(bytes.length / 2);
    response.write(bytes.subarray(0, middle));
    await sleep(1);
    response.write(bytes.subarray(middle));
  }
  if (end === "hang") await once(response, "close");
  else if (end === "cut") {
    // What was sent must arrive first: a broken connection would lose it.
    await sleep(CUT_AFTER_MS);
    response.destroy();
  } else if (end === "error")
    response.end(`data: ${JSON.stringify({ error: { message: "no" } })}\n\n`);
  else {
    response.write(chunk([{ index: 0, delta: {}, finish_reason: "stop" }]));
    response.end(end === "done" ? `${chunk([], { usage: USAGE })}data: [DONE]\n\n` : "");
  }
}
