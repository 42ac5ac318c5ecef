import * as z from "zod";
import type { Seeding } from "../seed.ts";
import { DEMO } from "./keep-tenants.ts";

const invited = z.object({ url: z.string() });

/** Makes new sign-in links at every start, because each can be used only once. */
export async function makeSignInLinks(seeding: Seeding) {
  const operator = await makeLink(seeding, { name: "Local operator", role: "owner" });
  const owner = { name: "Demo owner", role: "owner", tenants: [DEMO] };
  const demo = seeding.closed.has(DEMO) ? "" : await makeLink(seeding, owner);
  return { portalSignIn: { operator, demo } };
}

async function makeLink({ call, kept }: Seeding, body: object): Promise<string> {
  const { url } = (await call("POST", "/admin/invites", { body })).read(invited);
  // The link must be opened at the address that the cookie belongs to, not at the one of this call.
  return new URL(new URL(url).pathname, kept.baseUrl).href;
}
