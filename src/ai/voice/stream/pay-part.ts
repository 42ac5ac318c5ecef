import type { Refusal } from "../../../http/index.ts";
import { noteFailure, noteSuccess } from "../../providers/breaker.ts";
import { meterSpeech } from "../meter-speech.ts";
import type { Speech } from "../speech.ts";
import type { Admitted } from "./admit.ts";
import { PART_SECONDS } from "./limits.ts";
import type { Line } from "./line.ts";

const OK = 200;

/** The line that there is, or else a new one. */
export type Open = (speech: Speech) => Promise<Line | undefined>;

/**
 * One part of a stream: reserved before any of its audio goes, paid by what went. A refusal where it
 * could not be reserved, or the line did not come about.
 */
export async function payPart(
  { caller, opened }: Admitted,
  isFirst: boolean,
  open: Open,
): Promise<true | Refusal> {
  return meterSpeech(caller, opened, {
    model: "stt",
    unit: "second",
    most: PART_SECONDS,
    run: async (speech, note) => {
      const line = await open(speech);
      if (line === undefined) return undefined;
      await line.tab.grant(PART_SECONDS);
      tell({ caller, opened }, line);
      const unitsIn = line.tab.takeSeconds();
      // A part of which nothing was used leaves no row, unless it is the one of the line itself.
      if (!isFirst && unitsIn === 0) return undefined;
      note({ status: OK, givenUp: false });
      return { value: true, used: { unitsIn, unitsOut: 0 } };
    },
  });
}

/** What the line says of the provider: it goes on, was left in peace, or broke. */
function tell({ caller, opened }: Admitted, { ending }: Line): void {
  const { platform, tenantId, traceId } = caller;
  if (ending?.lost !== true) return noteSuccess(opened.breaker);
  noteFailure(opened.breaker, platform.now());
  const provider = opened.provider.name;
  platform.log({ level: "warn", event: "voice_stream_lost", tenantId, traceId, provider });
}
