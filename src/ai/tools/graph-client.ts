import * as z from "zod";
import { MINUTE_MS } from "../../platform/index.ts";
import { callProvider, type Order, type Outside } from "../providers/call-provider.ts";
import { readAnswer } from "../providers/read-answer.ts";

const LOGIN = "https://login.microsoftonline.com";
const GRAPH = "https://graph.microsoft.com";
const MAX_PAGES = 200;
/** Enough for a page, which has at most a thousand users or all policies of a directory. */
const MOST_PAGE_BYTES = 8 * 1024 * 1024;
/** A token is not used any more this long before it expires. */
const MARGIN_MS = MINUTE_MS;

export interface GraphConnection {
  directory: string;
  clientId: string;
  clientSecret: string;
}

const granted = z.object({ access_token: z.string(), expires_in: z.number() });
const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ value: z.array(item), "@odata.nextLink": z.string().optional() });

/** Reads one directory as an application. Undefined if the directory gave no good answer. */
export class GraphClient {
  private readonly connection: GraphConnection;
  private readonly outside: Outside;
  private token: { text: string; until: number } | undefined;

  constructor(connection: GraphConnection, outside: Outside) {
    this.connection = connection;
    this.outside = outside;
  }

  async one<S extends z.ZodType>(path: string, shape: S): Promise<z.output<S> | undefined> {
    return this.get(`${GRAPH}/${path}`, shape);
  }

  /**
   * Reads all pages. A link to any other host than Graph's is not followed, because the token is sent
   * along.
   */
  async all<S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>[] | undefined> {
    const found: z.output<S>[] = [];
    const form = pageOf(shape);
    let next: string | undefined = `${GRAPH}/${path}`;
    for (let turn = 0; next !== undefined; turn += 1) {
      if (turn === MAX_PAGES || !next.startsWith(`${GRAPH}/`)) return undefined;
      const read: z.output<typeof form> | undefined = await this.get(next, form);
      if (read === undefined) return undefined;
      found.push(...read.value);
      next = read["@odata.nextLink"];
    }
    return found;
  }

  private async get<S extends z.ZodType>(url: string, form: S): Promise<z.output<S> | undefined> {
    const token = await this.signIn();
    if (token === undefined) return undefined;
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    const provider = `graph ${this.connection.directory}`;
    return this.ask({ provider, url, init: { headers } }, form);
  }

  private async ask<S extends z.ZodType>(order: Order, form: S): Promise<z.output<S> | undefined> {
    const answer = await callProvider(this.outside, { ...order, readLater: true });
    const reading = { provider: order.provider, form, most: MOST_PAGE_BYTES };
    return answer && readAnswer(answer, this.outside, reading);
  }

  private async signIn(): Promise<string | undefined> {
    const now = this.outside.now();
    if (this.token !== undefined && now < this.token.until) return this.token.text;
    const { directory, clientId, clientSecret } = this.connection;
    const order = {
      provider: `graph sign-in ${directory}`,
      url: `${LOGIN}/${encodeURIComponent(directory)}/oauth2/v2.0/token`,
      init: {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: clientId,
          client_secret: clientSecret,
          scope: `${GRAPH}/.default`,
        }).toString(),
      },
    };
    const read = await this.ask(order, granted);
    if (read === undefined) return undefined;
    const { access_token: text, expires_in: seconds } = read;
    this.token = { text, until: now + seconds * 1_000 - MARGIN_MS };
    return text;
  }
}
