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

export interface Transcript {
  text: string;
  confidence?: number;
  durationMs?: number;
  /** The language that was detected, if none was named. */
  language?: string | null | undefined;
  languageConfidence?: number;
  /** Absent if the provider does not cut what it heard. */
  segments?: Segment[];
}

/** The options of a streaming model, with the names and texts that it takes. */
export type Listening = Readonly<Record<string, string>>;

export interface SpeechToken {
  token: string;
  expiresInSeconds: number;
  endpoint: string;
  region?: string;
}

/** Turns text into speech and back. Undefined means that the provider gave no good answer. */
export interface Speech {
  provider: "azure" | "deepgram" | "workers-ai";
  voices: readonly Voice[];
  /** The most text that it takes at once. */
  piece: number;
  /** The kinds of audio that it understands; absent if it understands all. */
  audioTypes?: readonly string[];
  synthesize: (text: string, voice: Voice) => Promise<Uint8Array | undefined>;
  /** Without a language the provider detects it, if it can. */
  transcribe: (
    audio: Uint8Array,
    type: string,
    language?: string,
  ) => Promise<Transcript | undefined>;
  /** A token for a browser. Not every provider has this. */
  token?: () => Promise<SpeechToken | undefined>;
  /**
   * Opens a socket to the provider, for a browser that reaches it through us with a token of our own.
   */
  listen?: (options: Listening) => Promise<WebSocket | undefined>;
  /** The lifetime of a token. */
  tokenSeconds: number;
}
