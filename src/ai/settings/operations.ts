import { ERASED } from "../../tenants/refuse-erased.ts";
import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

const tags = ["AI settings"];
const shown = { 200: { description: "As it stands now", schema: answers.settingsShown } };

export const aiSettingsOperations: Abouts = {
  getAiSettings: {
    summary: "Read a tenant's AI settings and its own providers, without their keys",
    tags,
    responses: shown,
  },
  changeAiSettings: {
    summary: "Change the order of providers, models, limits and budget of a tenant",
    description: "Null takes a setting away. It binds everywhere within fifteen seconds.",
    tags,
    responses: { ...shown, ...ERASED },
  },
  putAiProvider: {
    summary: "Store a provider of the tenant's own with its key",
    description:
      "The key is sealed with the tenant's encryption key and never shown again; another address needs it anew.",
    tags,
    responses: {
      200: { description: "The provider", schema: answers.providerShown },
      409: { description: "The name is taken, or the tenant has as many as it may have" },
      503: { description: "Keys cannot be sealed now" },
    },
  },
  deleteAiProvider: {
    summary: "Remove a provider of the tenant's own, and its key",
    tags,
    responses: { 204: { description: "Gone" } },
  },
};
