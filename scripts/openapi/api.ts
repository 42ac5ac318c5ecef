import type { ErrorShape } from "../../src/http/index.ts";
import type { Access } from "./credentials.ts";
import type { Tag } from "./document.ts";
import type { AnyApp } from "./read-routes.ts";

/** One of the two interfaces: its words, its rules and the application that answers it. */
export interface Api {
  title: string;
  version: string;
  description: string;
  server: { url: string; description: string };
  tags: Tag[];
  errors: ErrorShape;
  /** Statuses that any operation of this API may answer. */
  everywhere: readonly number[];
  app: AnyApp;
  accessOf: (method: string, path: string) => Access | undefined;
}
