import type { Tag } from "./document.ts";

/** What the groups of the reference page are about, in the order in which they are shown. */
export const FLEET_TAGS: Tag[] = [
  { name: "Probes", description: "For load balancers and monitors: is it up, is it ready." },
  {
    name: "Detection dictionaries",
    description: "Words and patterns that agents look for, of one tenant or of all.",
  },
  {
    name: "AI",
    description: "Search and answers over a tenant's documents, chat, prompts and voice.",
  },
  { name: "AI documents", description: "What a tenant's answers are made of." },
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
  { name: "Audit", description: "Who did what, and to which tenant." },
];

export const INTEL_TAGS: Tag[] = [];
