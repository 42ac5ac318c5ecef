import type { About, Abouts } from "../http/contract/index.ts";
import * as answers from "./answers.ts";

const tags = ["Lookups"];

export const lookupOperations: Abouts = {
  searchUrl: about("Look up a URL or a domain"),
  searchIp: about("Look up an IP address or an ASN"),
  searchDns: about("Look up a domain in the DNS"),
  searchDarkweb: about("Look up a domain, IP address or e-mail address in known breaches"),
};

function about(summary: string): About {
  const responses: About["responses"] = {
    200: { description: "The verdict, also when nothing is known", schema: answers.verdict },
    503: { description: "The intelligence cannot be read at the moment" },
  };
  return { summary, tags, responses };
}
