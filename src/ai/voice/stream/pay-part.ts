import type { Refusal } from "../../../http/index.ts";
import { noteFailure, noteSuccess } from "../../providers/breaker.ts";
import { meterSpeech } from "../meter-speech.ts";
import type { Speech } from "../speech.ts";
import type { Admitted } from "./admit.ts";
import { PART_SECONDS } from "./limits.ts";
import type { Line } from "./line.ts";

const OK = 200;

/** Gives the line, which it opens if there is none yet. */
export type Open = (speech: Speech) => Promise<Line | undefined>;

/**
 * Pays one part of a stream: it is reserved before any of its audio is sent, and costs what was sent. A
 * refusal if it could not be reserved or the line could not be opened.
 */
export async function payPart(
  { caller, found }: Admitted,
  isFirst: boolean,
  open: Open,
): Promise<true | Refusal> {
  return meterSpeech(caller, found, {
    model: "stt",
    unit: "second",
    most: PART_SECONDS,
    run: async (speech, note) => {
      const line = await open(speech);
      if (line === undefined) return undefined;
      await line.tab.grant(PART_SECONDS);
      noteEnding({ caller, found }, line);
      const unitsIn = line.tab.takeSeconds();
      // A part in which nothing was sent leaves no row, except the first one, which opened the line.
      if (!isFirst && unitsIn === 0) return undefined;
      note({ status: OK, givenUp: false });
      return { value: true, used: { unitsIn, unitsOut: 0 } };
    },
  });
}

/** Tells the breaker whether the provider was lost, and logs it if so. */
function noteEnding({ caller, found }: Admitted, { ending }: Line): void {
  const { platform, tenantId, traceId } = caller;
  if (ending?.lost !== true) return noteSuccess(found.breaker);
  noteFailure(found.breaker, platform.now());
  const provider = found.provider.name;
  platform.log({ level: "warn", event: "voice_stream_lost", tenantId, traceId, provider });
}
