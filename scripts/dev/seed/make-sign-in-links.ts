import * as z from "zod";
import type { Seeding } from "../seed.ts";
import { DEMO } from "./keep-tenants.ts";

const invited = z.object({ url: z.string() });

/** A link counts once, so that every start makes new ones. */
export async function makeSignInLinks(seeding: Seeding) {
  const operator = await makeLink(seeding, { name: "Local operator", role: "owner" });
  const demo = await makeLink(seeding, { name: "Demo owner", role: "owner", tenants: [DEMO] });
  return { portalSignIn: { operator, demo } };
}

async function makeLink({ call, kept }: Seeding, body: object): Promise<string> {
  const { url } = (await call("POST", "/admin/invites", { body })).read(invited);
  // The link is to be opened where the cookie belongs, not where this call went.
  return new URL(new URL(url).pathname, kept.baseUrl).href;
}
