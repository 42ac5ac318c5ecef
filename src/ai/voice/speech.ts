export interface Voice {
  name: string;
  language: string;
  gender?: "female" | "male";
}

/** A part of what was said, in seconds from the beginning. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  confidence?: number;
}

export interface Heard {
  text: string;
  confidence?: number;
  durationMs?: number;
  /** What it was found to be, where none was named. */
  language?: string | null | undefined;
  languageConfidence?: number;
  /** Where the provider cuts what it heard. */
  segments?: Segment[];
}

interface SpeechToken {
  token: string;
  expiresInSeconds: number;
  endpoint: string;
  region?: string;
}

/** What turns text into speech and back. Undefined means that the provider gave no good answer. */
export interface Speech {
  provider: "azure" | "deepgram" | "workers-ai";
  voices: readonly Voice[];
  /** The most text that it takes at once. */
  piece: number;
  /** Kinds of audio that it understands, where that is not all. */
  hears?: readonly string[];
  synthesize: (text: string, voice: Voice) => Promise<Uint8Array | undefined>;
  /** Without a language it finds that itself, if it can. */
  transcribe: (audio: Uint8Array, type: string, language?: string) => Promise<Heard | undefined>;
  /** For a browser; not every provider has such. */
  token?: () => Promise<SpeechToken | undefined>;
  /** How long one of those counts. */
  tokenSeconds: number;
}
