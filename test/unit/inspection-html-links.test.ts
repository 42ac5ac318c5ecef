import { describe, expect, it } from "vitest";
import { findLinks } from "../../src/inspection/reading/find-links.ts";
import { visibleText } from "../../src/inspection/reading/visible-text.ts";

function hostsIn(html: string): string[] {
  return findLinks(visibleText(`<p>Hello ${html}</p>`).text).map(({ host }) => host);
}

describe("where the tags of a message lead", () => {
  it.each([
    ["a > within the address", '<a href="http://evil.test/login?a>b">here</a>'],
    ["a > within another attribute", "<a title=\"a>b\" href='http://evil.test/'>here</a>"],
    ["another attribute that ends in href", '<a data-href="x" href="http://evil.test/">here</a>'],
    ["one that holds an href", `<a title=" href='x'" href="http://evil.test/">here</a>`],
    ["a tag that is long", `<a title="${"x".repeat(5_000)}" href="http://evil.test/">here</a>`],
    ["slashes that lean the other way", '<a href="http:\\\\evil.test\\login">here</a>'],
    ["no slashes", '<a href="https:evil.test/login">here</a>'],
    ["a line end in the scheme", '<a href="ht&#10;tp://evil.test/">here</a>'],
    ["a tab in the host", '<a href="http://ev\til.test/">here</a>'],
    ["named signs", '<a href="http&colon;&sol;&sol;evil&period;test&sol;login">here</a>'],
    ["numbers that no semicolon ends", '<a href="&#104&#x74&#116p://evil.test/">here</a>'],
    ["numbers with noughts before them", '<a href="&#0000000104;ttp://evil.test/">here</a>'],
    ["a named tab in the host", '<a href="http://ev&Tab;il.test/">here</a>'],
    ["a named line end in the scheme", '<a href="ht&NewLine;tp://evil.test/">here</a>'],
    ["words that name the signs of an address", "go to http&colon;&sol;&sol;evil&period;test/"],
    ["the page's own scheme", '<a href="//evil.test/login">here</a>'],
    ["a user that would end an address", '<a href="http://x|y{z@evil.test/">here</a>'],
    ["a part of a picture", '<map><area href="http://evil.test/"></map>'],
    ["a form", '<form method="post" action="http://evil.test/"><input></form>'],
    ["a button of a form", '<button formaction="http://evil.test/">send</button>'],
    ["no quotes", "<A HREF=HTTP://evil.test/login>here</A>"],
  ])("is found behind %s", (_case, html) => {
    expect(hostsIn(html)).toEqual(["evil.test"]);
  });

  it.each([
    ["a picture", '<img src="http://images.test/a.png">'],
    ["an address that is none of the web", '<a href="mailto:a@good.test">write</a>'],
    ["nothing", '<a href="http://">here</a> <a href="/login">there</a> <a name="x">x</a>'],
    ["a quote that is never closed", '<b title="x>words</b> more'],
  ])("is nowhere behind %s", (_case, html) => {
    expect(hostsIn(html)).toEqual([]);
  });

  it("what no entity is called stays as it is written", () => {
    const text = "&constructor; &toString; &tab; &#; &nothing; R&D; &amp";
    expect(visibleText(text).text).toBe(text);
  });

  it("the words after a quote that is never closed are read on", () => {
    expect(visibleText("<b title=\"x>words</b> it's <i>more</i>").text).toBe("words it's more");
  });

  it("an anchor's words are its own", () => {
    const { anchors } = visibleText('<a href="http://one.test/">one <a href="//two.test/">two</a>');
    expect(anchors).toEqual([
      { href: "http://one.test/", text: "one" },
      { href: "http://two.test/", text: "two" },
    ]);
  });
});
