import * as z from "zod";
import { callProvider, type Outside } from "../providers/call-provider.ts";

const LOGIN = "https://login.microsoftonline.com";
const GRAPH = "https://graph.microsoft.com";
const MAX_PAGES = 200;
/** A token is given up this long before it ends. */
const MARGIN_MS = 60_000;

export interface GraphConnection {
  directory: string;
  clientId: string;
  clientSecret: string;
}

const granted = z.object({ access_token: z.string(), expires_in: z.number() });
const page = z.object({ value: z.array(z.unknown()), "@odata.nextLink": z.string().optional() });

/** Reads one directory as an application. Undefined when the directory gave no good answer. */
export class GraphClient {
  private readonly connection: GraphConnection;
  private readonly outside: Outside;
  private token: { text: string; until: number } | undefined;

  constructor(connection: GraphConnection, outside: Outside) {
    this.connection = connection;
    this.outside = outside;
  }

  async one<S extends z.ZodType>(path: string, shape: S): Promise<z.output<S> | undefined> {
    const read = shape.safeParse(await this.get(`${GRAPH}/${path}`));
    return read.success ? read.data : undefined;
  }

  /** All pages. A link that leads anywhere else than to Graph is not followed: it takes the token. */
  async all<S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>[] | undefined> {
    const found: z.output<S>[] = [];
    let next: string | undefined = `${GRAPH}/${path}`;
    for (let turn = 0; next !== undefined; turn += 1) {
      if (turn === MAX_PAGES || !next.startsWith(`${GRAPH}/`)) return undefined;
      const read = page.safeParse(await this.get(next));
      const items = z.array(shape).safeParse(read.data?.value);
      if (!read.success || !items.success) return undefined;
      found.push(...items.data);
      next = read.data["@odata.nextLink"];
    }
    return found;
  }

  private async get(url: string): Promise<unknown> {
    const token = await this.signIn();
    if (token === undefined) return undefined;
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
    const provider = `graph ${this.connection.directory}`;
    const answer = await callProvider(this.outside, { provider, url, init: { headers } });
    return answer?.json().catch(() => undefined);
  }

  private async signIn(): Promise<string | undefined> {
    const now = this.outside.now();
    if (this.token !== undefined && now < this.token.until) return this.token.text;
    const { directory, clientId, clientSecret } = this.connection;
    const answer = await callProvider(this.outside, {
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
    });
    const read = granted.safeParse(await answer?.json().catch(() => undefined));
    if (!read.success) return undefined;
    const { access_token: text, expires_in: seconds } = read.data;
    this.token = { text, until: now + seconds * 1_000 - MARGIN_MS };
    return text;
  }
}
