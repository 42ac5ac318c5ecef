import type { Abouts } from "../../src/http/contract/index.ts";
import type { ErrorShape } from "../../src/http/index.ts";
import type { Access } from "./credentials.ts";
import type { OperationObject, Tag } from "./document.ts";
import type { AnyApp } from "./read-routes.ts";

/** One of the two APIs: its words, its rules and the application that answers it. */
export interface Api {
  title: string;
  version: string;
  description: string;
  server: { url: string; description: string };
  tags: Tag[];
  errors: ErrorShape;
  /** Statuses that any operation of this API may answer. */
  everywhere: readonly number[];
  /** Headers that the answers of a status may have, whatever the operation. */
  headers: Readonly<Record<number, readonly string[]>>;
  /** The calls that we make, by the type of the event. */
  webhooks?: Readonly<Record<string, { post: OperationObject }>>;
  app: AnyApp;
  /** What is said of the operations that routes only name. */
  operations?: Abouts;
  accessOf: (method: string, path: string) => Access | undefined;
}
