import type { Tag } from "./document.ts";

/** What the groups of the reference page are about, in the order in which they are shown. */
export const FLEET_TAGS: Tag[] = [
  { name: "Probes", description: "For load balancers and monitors: is it up, is it ready." },
  {
    name: "Agents",
    description: "What agents call: discovery, enrolment, check-in, events, their certificate.",
  },
  { name: "Fleet", description: "The agents of a tenant, as its people see them." },
  {
    name: "Detection dictionaries",
    description: "Words and patterns that agents look for, of one tenant or of all.",
  },
  {
    name: "Encryption",
    description: "Field encryption for a company's own services, with a key per tenant.",
  },
  {
    name: "Encryption keys",
    description: "The versions of a tenant's key and what becomes of them.",
  },
  {
    name: "Encryption roots",
    description: "The secrets above all tenants' keys, and who has moved to the newest.",
  },
  { name: "Tenants", description: "Tenants and the plans that they are on." },
  {
    name: "Credentials",
    description: "Bearer tokens of people and programs, and internal service keys.",
  },
  {
    name: "API keys",
    description: "Keys of a tenant's own systems for the threat-intelligence API.",
  },
  { name: "Usage", description: "What a tenant has spent of its month, and what it costs." },
  {
    name: "Fleet administration",
    description: "All tenants' agents with their last state, counts by state, and revocation.",
  },
  { name: "Enrollment codes", description: "What lets an agent in: limited, expiring, revocable." },
  { name: "Policies", description: "What agents are told to do, by revision, tenant and role." },
  { name: "Events", description: "Events that could not be processed, and their replay." },
  { name: "Webhooks", description: "Endpoints of a tenant, their secrets, deliveries and replay." },
  { name: "Audit", description: "Who did what, and to which tenant." },
];

export const INTEL_TAGS: Tag[] = [];
