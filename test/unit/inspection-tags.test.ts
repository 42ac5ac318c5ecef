import { describe, expect, it } from "vitest";
import { visibleText } from "../../src/inspection/reading/visible-text.ts";

const shown = (html: string) => visibleText(`<p>a ${html}`).text.replace(/\s+/g, " ").trim();

describe("text that browsers show", () => {
  it.each([
    ["a comment that ends with !", "<!-- x --!>spam<!-- y -->"],
    ["an empty comment", "<!-->spam<!-- y -->"],
    ["a comment of one dash", "<!--->spam<!-- y -->"],
    ["a declaration with a quote", '<!x ="> spam <b y=">">'],
    ["an instruction with a quote", '<?x ="> spam <b y=">">'],
    ["an end tag without a name", '</ ="> spam <b y=">">'],
    ["a quote within a value", '<b a=b="> spam <b y=">">'],
    ["a quote after an attribute without a name", '<b ="> spam <b y=">">'],
    ["a quote after a quoted value", '<b a="x"="> spam <b y=">">'],
    ["a quote in the name of a tag", '<b="> spam <b y=">">'],
    ["a style with another end tag in it", "<style></stylex></style>spam"],
    ["a tag that begins like a script", "<scripts>spam</scripts>"],
  ])("is read after %s", (_case, html) => expect(shown(html)).toBe("a spam"));

  it.each([
    ["a quote within a value", `<a x=a"b=' href='http://evil.test/'>here</a>`],
    ["a slash before the href", '<a/href="http://evil.test/">here</a>'],
    ["a quoted value right before the href", '<a x="y"href="http://evil.test/">here</a>'],
  ])("has the link with %s", (_case, html) => {
    expect(shown(html)).toBe("a http://evil.test/ here");
  });

  it("does not include a script or a style up to its own end tag", () => {
    expect(shown("<style></stylex>hidden</style>b")).toBe("a b");
    expect(shown("<script></scripts>hidden</script\n>b")).toBe("a b");
  });
});
