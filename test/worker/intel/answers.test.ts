import { expect, it } from "vitest";
import { aCaller, aName, aSource, upload } from "../../support/intel.ts";

it.each(["192.0.2.1", "nobody@a.test"])(
  "400 for %s at GET /darkweb without a type: the message names type=ip and type=email",
  async (value) => {
    const caller = await aCaller();
    const answer = await caller.get(`/api/v1/darkweb?value=${value}`);
    expect(await answer.json()).toEqual({
      statusCode: 400,
      message:
        '"value" must be a domain of at least two labels, without scheme, port or path; type=ip takes an address, type=email an e-mail.',
    });
  },
);

it.each([String.raw`http://10.9.8.7/a\..\b`, String.raw`http://[fd00::9]/a\..\b`])(
  "200 with category private for the URL %s, whose two readings have the same host",
  async (value) => {
    const caller = await aCaller();
    expect((await upload(await aSource(), `${aName()}\n`)).status).toBe(200);
    expect(await caller.ask("urlsearch", value)).toMatchObject({
      disposition: "unknown",
      categories: ["private"],
      found: false,
    });
  },
);
