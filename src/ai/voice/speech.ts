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

/** What a model that listens may be told, by the names and in the text that it takes. */
export type Listening = Readonly<Record<string, string>>;

export interface SpeechToken {
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
  /** A line to it, for a browser that reaches it through us, with a token of our own. */
  listen?: (options: Listening) => Promise<WebSocket | undefined>;
  /** How long a token counts. */
  tokenSeconds: number;
}
