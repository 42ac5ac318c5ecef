import type { EventForm } from "./named-events.ts";

type Chunk = Record<string, unknown> & { type: string };
type Told = Record<string, unknown>;

const TEXT = "answer";
/** Clients of such streams wait for this line. */
const LAST = "data: [DONE]\n\n";

/**
 * Writes the same events as chunks of AI SDK's UI message stream, which `useChat` reads. What has no
 * chunk of its own there is sent as `data-meta`, `data-citation`, `data-card`, `data-action`,
 * `data-done` or `data-error`.
 */
export class UiMessages implements EventForm {
  readonly headers = { "x-vercel-ai-ui-message-stream": "v1" };
  private hasBegun = false;
  private isInText = false;

  write(event: string, data: unknown): string {
    const chunks = this.chunksOf(event, data as Told);
    const ends = event === "done" || event === "error";
    const lines = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
    return ends ? lines + LAST : lines;
  }

  private chunksOf(event: string, data: Told): Chunk[] {
    switch (event) {
      case "meta":
        return [...this.begin(data), { type: "data-meta", data }];
      case "citation":
        return [sourceOf(data), { type: "data-citation", data }];
      case "delta":
        return this.say(data);
      case "tool_result":
        return [
          { ...calling(data["tool"], data["tool"], {}), providerExecuted: true },
          {
            type: "tool-output-available",
            toolCallId: data["tool"],
            output: data,
            providerExecuted: true,
            dynamic: true,
          },
        ];
      case "action":
        return data["requiresApproval"] === true
          ? [calling(data["id"], data["category"], data), approvalOf(data)]
          : [{ type: "data-action", data }];
      case "done":
        return [...this.endText(), { type: "data-done", data }, { type: "finish" }];
      case "error":
        return [
          ...this.endText(),
          { type: "data-error", data },
          { type: "error", errorText: data["message"] },
        ];
      default:
        return [{ type: `data-${event}`, data }];
    }
  }

  /** A second `meta` belongs to the message that the first one began. */
  private begin({ traceId }: Told): Chunk[] {
    if (this.hasBegun) return [];
    this.hasBegun = true;
    return [{ type: "start", messageId: traceId }];
  }

  private say({ text }: Told): Chunk[] {
    const begun: Chunk[] = this.isInText ? [] : [{ type: "text-start", id: TEXT }];
    this.isInText = true;
    return [...begun, { type: "text-delta", id: TEXT, delta: text }];
  }

  private endText(): Chunk[] {
    const ended: Chunk[] = this.isInText ? [{ type: "text-end", id: TEXT }] : [];
    this.isInText = false;
    return ended;
  }
}

function sourceOf({ id, title, source }: Told): Chunk {
  return {
    type: "source-document",
    sourceId: id,
    mediaType: "text/plain",
    title: title ?? source,
  };
}

function calling(toolCallId: unknown, toolName: unknown, input: Told): Chunk {
  return { type: "tool-input-available", toolCallId, toolName, input, dynamic: true };
}

/** The approval is given under the action's id: `POST /ai/actions/{id}/approve`. */
function approvalOf({ id }: Told): Chunk {
  return { type: "tool-approval-request", approvalId: id, toolCallId: id };
}
