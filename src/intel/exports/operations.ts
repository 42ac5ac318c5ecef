import type { About, Abouts } from "../../http/contract/index.ts";

const tags = ["Exports"];

export const exportOperations: Abouts = {
  exportAddresses: list("Addresses and blocks to refuse, one a line"),
  exportDomains: list("Domains to refuse, one a line"),
  exportUrls: list("URLs to refuse, one a line, without their scheme"),
  exportZone: list("Domains to refuse as a DNS response policy zone", "text/dns"),
};

function list(summary: string, type = "text/plain"): About {
  return {
    summary,
    description:
      "Beside the two headers, HTTP Basic with tenant and key is taken, for devices that know nothing else.",
    tags,
    responses: {
      200: { description: "The list", type },
      304: { description: "If-None-Match names the list as it is; this takes no unit" },
      401: { description: "Tenant and key are wanted" },
      503: { description: "The intelligence cannot be read at the moment" },
    },
  };
}
