import { AudioTab } from "./audio-tab.ts";
import * as limits from "./limits.ts";
import { Pace } from "./pace.ts";
import { isCloseStream, isMessage } from "./read-messages.ts";
import { close, hand, listen } from "./socket.ts";

const { CLOSE } = limits;
const CLOSE_STREAM = '{"type":"CloseStream"}';

/** How a line ended. `lost` says whether the provider caused it. */
export interface Ending {
  code: number;
  reason: string;
  lost: boolean;
}

/** A line between a browser and a streaming model, until either of them has gone. */
export class Line {
  readonly tab: AudioTab;
  /** Set only once. */
  ending: Ending | undefined;
  private readonly client: WebSocket;
  private readonly provider: WebSocket;
  private readonly now: () => number;
  private readonly bytesPerSecond: number;
  private readonly audioPace = new Pace(limits.FRAMES_PER_SECOND, limits.FRAMES_AT_ONCE);
  private readonly messagePace = new Pace(limits.SAID_PER_SECOND);
  private readonly startedAt: number;
  private heardAt: number;
  /** Bytes of audio that went to the provider since it last said anything, and when they were enough. */
  private unanswered = 0;
  private askedAt: number | undefined;
  private finishingAt: number | undefined;

  constructor(client: WebSocket, provider: WebSocket, bytesPerSecond: number, now: () => number) {
    this.client = client;
    this.provider = provider;
    this.bytesPerSecond = bytesPerSecond;
    this.now = now;
    this.startedAt = now();
    this.heardAt = this.startedAt;
    this.tab = new AudioTab(bytesPerSecond, (next) => this.ask(next));
  }

  /** Connects both sides. Neither is read before both have their listeners. */
  join(): void {
    const { client, provider } = this;
    listen(
      client,
      (data) => this.hear(data),
      () => this.end(CLOSE.done, "the client has gone"),
    );
    listen(
      provider,
      (data) => this.say(data),
      () => this.leave(),
    );
    provider.accept();
    client.accept();
  }

  /** Closes both sides. Only the first call counts. */
  end(code: number, reason: string, lost = false): void {
    if (this.ending !== undefined) return;
    this.ending = { code, reason, lost };
    close(this.provider, CLOSE.done, "");
    close(this.client, code, reason);
    this.tab.stop();
  }

  /** Ends the line if a time limit is over. */
  look(): void {
    const now = this.now();
    const { startedAt, heardAt, askedAt = now, finishingAt } = this;
    if (finishingAt !== undefined && now - finishingAt >= limits.FINISH_MS)
      this.end(CLOSE.done, "finished");
    else if (now - startedAt >= limits.MAX_STREAM_MS) this.end(CLOSE.leaving, "time is up");
    else if (now - heardAt >= limits.IDLE_MS) this.end(CLOSE.leaving, "no audio");
    else if (now - askedAt >= limits.MUTE_MS) this.lose();
  }

  private hear(data: ArrayBuffer | string): void {
    if (this.ending !== undefined) return;
    const now = this.now();
    const bytes = typeof data === "string" ? 0 : data.byteLength;
    if (bytes > limits.MAX_FRAME_BYTES) return this.end(CLOSE.tooLarge, "frame too large");
    const seconds = (now - this.startedAt) / 1_000 + limits.AHEAD_SECONDS;
    if (!this.audioPace.takes(bytes, now, seconds * this.bytesPerSecond))
      return this.end(CLOSE.policy, "faster than speech");
    if (typeof data === "string") return this.obey(data);
    // Some models take an empty frame as the end of the audio.
    if (bytes === 0 || this.finishingAt !== undefined) return;
    this.heardAt = now;
    if (!this.tab.add(data)) this.end(CLOSE.later, "too much audio waits");
  }

  private obey(text: string): void {
    if (!isCloseStream(text)) return this.end(CLOSE.unsupported, "audio or CloseStream");
    if (this.finishingAt !== undefined) return;
    this.finishingAt = this.now();
    this.tab.add(CLOSE_STREAM);
  }

  private ask(next: ArrayBuffer | string): void {
    hand(this.provider, next);
    if (typeof next === "string") return;
    this.unanswered += next.byteLength;
    if (this.unanswered >= limits.ASKING_SECONDS * this.bytesPerSecond) this.askedAt ??= this.now();
  }

  private say(data: ArrayBuffer | string): void {
    if (this.ending !== undefined) return;
    const now = this.now();
    const isGood = typeof data === "string" && isMessage(data);
    if (!isGood || !this.messagePace.takes(data.length, now, limits.MAX_SAID_IN_ALL))
      return this.lose();
    this.unanswered = 0;
    this.askedAt = undefined;
    hand(this.client, data);
  }

  /** The provider may close only after it was told that this is all. */
  private leave(): void {
    if (this.finishingAt === undefined) this.lose();
    else this.end(CLOSE.done, "finished");
  }

  private lose(): void {
    this.end(CLOSE.broken, "the provider is lost", true);
  }
}
