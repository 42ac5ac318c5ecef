import { refuse, saySize, type Refusal } from "../../http/index.ts";
import { isBase64 } from "../../http/contract/index.ts";

export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;
/** Of the Base64: enough for the bytes with which every kind begins. */
const FIRST_LETTERS = 24;

/** Media types that say nothing of a file: browsers and Go give them to unknown files. */
const SAYS_NOTHING = /^(?:application\/octet-stream)?$/;

interface Kind {
  type: string;
  names: RegExp;
  starts: RegExp;
}

/**
 * The kinds, found by the first bytes, which do not depend on what a sender calls them. `names` are the
 * media types that libraries use for a kind.
 */
const KINDS: readonly Kind[] = [
  { type: "audio/wav", names: /^audio\/(?:x-|vnd\.)?wave?$/, starts: /^RIFF.{4}WAVE/s },
  { type: "audio/mpeg", names: /^audio\/(?:x-)?mp(?:eg|3)$/, starts: /^(?:ID3|\xff[\xe2-\xff])/ },
  {
    type: "audio/ogg",
    names: /^(?:audio|application)\/(?:ogg|opus|x-[a-z]+\+ogg)$/,
    starts: /^OggS/,
  },
  { type: "audio/flac", names: /^audio\/(?:x-)?flac$/, starts: /^fLaC/ },
  { type: "audio/webm", names: /^(?:audio|video)\/webm$/, starts: /^\p{Cc}E\xdf\xa3/u },
];

export const AUDIO_TYPES = KINDS.map(({ type }) => type);

export interface Audio {
  bytes: Uint8Array;
  type: string;
}

/** Checks a recording before any of it is sent to a provider. */
export function readAudio(base64: string, named: string | undefined): Audio | Refusal {
  if (!isBase64(base64)) {
    return refuse(400, "invalid_audio", '"audioBase64" is not Base64.', {
      details: [{ path: "audioBase64", message: "must be Base64 with its padding" }],
    });
  }
  const padding = base64.endsWith("==") ? 2 : Number(base64.endsWith("="));
  if ((base64.length / 4) * 3 - padding > MAX_AUDIO_BYTES) {
    return refuse(413, "audio_too_large", `Audio may have at most ${saySize(MAX_AUDIO_BYTES)}.`);
  }
  const begun = atob(base64.slice(0, FIRST_LETTERS));
  const kind = KINDS.find(({ starts }) => starts.test(begun));
  const claimed = named?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (kind === undefined) return unsupported(AUDIO_TYPES);
  if (!SAYS_NOTHING.test(claimed) && !kind.names.test(claimed)) return otherwiseNamed(kind);
  return { bytes: Buffer.from(base64, "base64"), type: kind.type };
}

function otherwiseNamed({ type }: Kind): Refusal {
  return refuse(
    415,
    "unsupported_audio",
    `The recording is ${type}, which "mimeType" does not say.`,
    {
      details: [{ path: "mimeType", message: `must be ${type} or left out` }],
    },
  );
}

export function unsupported(known: readonly string[]): Refusal {
  return refuse(415, "unsupported_audio", `Audio must be one of ${known.join(", ")}.`);
}
